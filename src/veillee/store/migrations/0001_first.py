"""Players, sessions, tables, secrets, chairs, and the journal with its guards."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TIME = sa.DateTime(timezone=True)

SQLITE_GUARDS = """
    CREATE TRIGGER steps_are_not_updated BEFORE UPDATE ON steps
    BEGIN SELECT RAISE(ABORT, 'steps are only appended'); END;

    CREATE TRIGGER steps_are_not_deleted BEFORE DELETE ON steps
    BEGIN SELECT RAISE(ABORT, 'steps are only appended'); END
"""

POSTGRES_GUARDS = """
    CREATE FUNCTION steps_are_only_appended() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'steps are only appended'; END $$;

    CREATE TRIGGER steps_are_not_updated BEFORE UPDATE ON steps
    FOR EACH STATEMENT EXECUTE FUNCTION steps_are_only_appended();

    CREATE TRIGGER steps_are_not_deleted BEFORE DELETE OR TRUNCATE ON steps
    FOR EACH STATEMENT EXECUTE FUNCTION steps_are_only_appended()
"""


def upgrade() -> None:
    _create_players()
    _create_tables()
    _create_steps()
    guards = SQLITE_GUARDS if op.get_bind().dialect.name == "sqlite" else POSTGRES_GUARDS
    for guard in guards.split("\n\n"):
        op.get_bind().exec_driver_sql(guard)


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="players_pk"),
    )
    op.create_table(
        "sessions",
        sa.Column("hashed", sa.LargeBinary, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("expires", TIME, nullable=False),
        sa.PrimaryKeyConstraint("hashed", name="sessions_pk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="sessions_player_fk"),
    )


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("config", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("host", sa.Text),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("link_generation", sa.Integer, nullable=False),
        sa.Column("created", TIME, nullable=False),
        sa.Column("rematch", sa.Text),
        sa.PrimaryKeyConstraint("id", name="tables_pk"),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name="tables_host_fk"),
        sa.ForeignKeyConstraint(["rematch"], ["tables.id"], name="tables_rematch_fk"),
    )
    op.create_index("tables_status_created_ix", "tables", ["status", "created"])
    op.create_table(
        "secrets",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", name="secrets_pk"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="secrets_table_fk"),
    )
    op.create_table(
        "chairs",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("occupant", sa.Text, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("nonce_commitment", sa.Text),
        sa.Column("nonce", sa.LargeBinary),
        sa.Column("covered", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="chairs_pk"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="chairs_table_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="chairs_player_fk"),
    )
    op.create_index("chairs_player_ix", "chairs", ["player"])


def _create_steps() -> None:
    op.create_table(
        "steps",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("action", sa.JSON),
        sa.Column("events", sa.JSON, nullable=False),
        sa.Column("action_id", sa.Text),
        sa.Column("undo_to", sa.Integer),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("table", "seq", name="steps_pk"),
        sa.UniqueConstraint("table", "player", "action_id", name="steps_table_player_action_id_uq"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="steps_table_fk"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="steps_player_fk"),
    )
