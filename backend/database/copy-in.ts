import type pg from 'pg'

/** The two messages of a pg connection that COPY needs; pg-copy-streams uses the same ones. */
type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** One COPY … FROM STDIN of prepared bytes, in the form of pg’s own queries. */
class CopyIn implements pg.Submittable {
  readonly done = Promise.withResolvers<void>()
  readonly #statement: string
  readonly #rows: Buffer

  constructor(statement: string, rows: Buffer) {
    this.#statement = statement
    this.#rows = rows
  }
  submit(connection: pg.Connection) {
    connection.query(this.#statement)
  }
  handleCopyInResponse(connection: CopyConnection) {
    connection.sendCopyFromChunk(this.#rows)
    connection.endCopyFrom()
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.done.resolve()
  }
  handleError(error: Error) {
    this.done.reject(error)
  }
}

/** Runs a statement with one `COPY … FROM STDIN` of these rows, in text format, in one round trip. */
export async function copyIn(client: pg.ClientBase, statement: string, rows: string): Promise<void> {
  const copy = new CopyIn(statement, Buffer.from(rows))
  client.query(copy)
  await copy.done.promise
}

const escapes: { [character: string]: string } = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** A text as a field of a row of COPY. */
export const copyField = (text: string) => text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)

/** NULL as a field. */
export const copyNull = '\\N'
