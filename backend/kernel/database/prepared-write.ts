import type pg from 'pg'

export type Statement = { name: string; text: string; values: (string | Buffer)[] }

/** The names of the statements that each connection has run to their end. */
const prepared = new WeakMap<pg.Connection, Set<string>>()

/** A prepared statement in the form of pg’s own queries, which ask for a description of every answer. */
class PreparedWrite implements pg.Submittable {
  readonly done = Promise.withResolvers<string | null>()
  readonly #statement: Statement
  #known: Set<string> | undefined
  #answer: string | null = null

  constructor(statement: Statement) {
    this.#statement = statement
  }
  submit(connection: pg.Connection) {
    const { name, text, values } = this.#statement
    const known = prepared.get(connection) ?? new Set()
    prepared.set(connection, known)
    this.#known = known
    connection.stream.cork()
    if (!known.has(name)) {
      // One whose first run failed is prepared nevertheless; closing one that is not is no error.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
    }
    connection.bind({ statement: name, values }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }
  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.#answer ??= fields[0] ?? null
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.#known?.add(this.#statement.name)
    this.done.resolve(this.#answer)
  }
  handleError(error: Error) {
    this.done.reject(error)
  }
}

/**
 * Runs a statement that returns at most one value, as text; null when it returned no row. Without the description of
 * the answer a single-row write takes a twentieth less time.
 */
export function preparedWrite(client: pg.ClientBase, statement: Statement): Promise<string | null> {
  const write = new PreparedWrite(statement)
  client.query(write)
  return write.done.promise
}
