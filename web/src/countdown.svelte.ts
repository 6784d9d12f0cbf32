/** A time that the server told as what is left of it. */

const STEP_MS = 100;

/** Whole seconds until so many milliseconds have passed since they were told. */
export function secondsLeft(told: () => number): () => number {
  let passed = $state(0);

  $effect(() => {
    void told();
    const since = performance.now();
    passed = 0;
    const ticking = setInterval(() => (passed = performance.now() - since), STEP_MS);
    return () => clearInterval(ticking);
  });

  return () => Math.max(0, Math.ceil((told() - passed) / 1000));
}
