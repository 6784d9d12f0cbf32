import "./style/tokens.css";
import "./style/furniture.css";
import "./style/drawings.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { applyTheme } from "./theme";

applyTheme();
mount(App, { target: document.getElementById("app")! });
