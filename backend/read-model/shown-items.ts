import type pg from 'pg'

/** Readers of the items of a list that its pages show, newest first. `select`: ends with its conditions. */
export const shownItems = <Item>(select: string) => {
  const read = async (client: pg.ClientBase, condition: string, value: unknown) => {
    const { rows } = await client.query<Item & pg.QueryResultRow>(`${select} AND ${condition} ORDER BY id DESC`, [
      value,
    ])
    return rows
  }
  return {
    from: (client: pg.ClientBase, id: number): Promise<Item[]> => read(client, 'id >= $1', id),
    byId: (client: pg.ClientBase, ids: readonly number[]): Promise<Item[]> => read(client, 'id = ANY ($1)', ids),
  }
}
