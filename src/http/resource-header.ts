// Header by which a server for assistants says at which address it was given a token, so that the service takes no token
// that was given to somebody else's server.
export const resourceHeader = "bellwether-resource";
