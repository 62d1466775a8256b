/**
 * As an ES module, `node:http` also loads the client behind fetch and WebSocket, which takes longer than everything else
 * up to the first page.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
