import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import { problemWith } from '../../../backend/event-schemas/index.ts'
import { upcasters } from '../../../backend/event-schemas/upcasters.ts'
import { createCodec } from '../../../backend/kernel/eventlog/codec.ts'
import { personalFields } from '../../../backend/topics/index.ts'
import { variedEvents } from '../log/widest-event.ts'
import type { Product } from './app.ts'

/** More than the words of any list that an event chooses from. */
const turns = 8
/** Account 1 is that of the person who asks. */
const idOf = (turn: number) => (turn === 0 ? 1 : 2_147_483_647 - turn)

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  schema: z.looseObject({ enum: z.array(z.string()).optional(), default: z.unknown().optional() }),
})
type Parameter = z.output<typeof parameter>
const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ parameters: z.array(parameter) }).loose())),
})

/** The values with which this parameter is asked: ids of our items, or the words that it may have. */
const valuesOf = ({ name, schema }: Parameter): string[] =>
  schema.enum ?? (/^id$|Id$/.test(name) ? Array.from({ length: turns }, (_, turn) => String(idOf(turn))) : [])

const combined = (path: string, needed: readonly Parameter[]): string[] =>
  needed.reduce(
    (urls, one) =>
      urls.flatMap((url) =>
        valuesOf(one).map((value) =>
          one.in === 'path'
            ? url.replace(`{${one.name}}`, value)
            : `${url}${url.includes('?') ? '&' : '?'}${one.name}=${value}`,
        ),
      ),
    [path],
  )

/** Every address that can be read, with each id and each word that its parameters take. */
export async function readableAddresses({ http }: Pick<Product, 'http'>): Promise<string[]> {
  const { paths } = described.parse((await http.inject('/api/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const needed = get?.parameters.filter((one) => one.required && (one.in === 'path' || one.in === 'query')) ?? []
    return get === undefined || path.endsWith('openapi.json') ? [] : combined(path, needed)
  })
}

/** Metadata of an event that the first admin caused. */
export const byAdmin = (command: string, at: string) =>
  ({
    at,
    actor: { kind: 'admin', id: 1 },
    requestId: randomUUID(),
    correlationId: randomUUID(),
    command,
  }) as const

/** Appends events as they are, and ways to fill the log with every value that an event may hold. */
export function createVariedLog(app: Product) {
  const { core } = app
  const codec = createCodec({ keys: core.subjects, personalFields, upcasters, problemWith })

  async function append(facts: { type: string; data: object }[]): Promise<void> {
    const appends = facts.map(async (fact) => {
      const encoded = await codec.encode([fact], byAdmin(fact.type, '2199-12-31T23:59:59.999Z'), [randomUUID()])
      return () => core.log.append(`campaign-${randomUUID()}`, 'no-stream', encoded)
    })
    // In the order of the facts, in few transactions.
    await Promise.all((await Promise.all(appends)).map((send) => send()))
    const isReached = await app.reached((await core.log.head()) ?? '')
    const { projections } = await app.projector.status()
    expect(projections.flatMap(({ name, stopped }) => (stopped ? `${name}: ${stopped.reason}` : []))).toEqual([])
    expect(isReached).toBe(true)
  }

  /** Events of every type, a list for each of several people. */
  const varied = () =>
    Promise.all(
      Array.from({ length: turns }, async (_, turn) => {
        const subject = await core.subjects.forEmail(`turn-${turn}@example.org`)
        return variedEvents({ subject, id: idOf(turn), turn, max: 100 })
      }),
    )
  return { append, varied }
}
