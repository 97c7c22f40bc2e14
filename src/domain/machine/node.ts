// Nodes: the processes of Bellwether that share the work on one PostgreSQL store.

/** `all`: answers requests and builds. */
export type NodeRole = "all" | "serve" | "work";
