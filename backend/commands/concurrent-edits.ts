import type { FastifyRequest } from 'fastify'
import type { Fact } from '../kernel/eventlog/decider.ts'
import type { Position } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { expectedRevision } from '../kernel/http/if-match.ts'
import type { WaitForProjection } from '../kernel/http/pending-position.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { fieldsSetBy } from '../topics/index.ts'

type Fields = { [field: string]: unknown }

/** The fields of a form. Events that have no such fields give them values as well: the topic says which. */
export type EditForm = { fields: readonly string[] }

/** In a stream of several texts, the events that are about the one that was read; and why a decision is refused. */
type Reading<Event extends Fact> = { isAbout: (event: Event) => boolean; refusal: string }

class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
  readonly changed: string[]
  readonly position: Position | null

  constructor(changed: string[], position: Position | null, message = editedMeanwhile(changed)) {
    super(message)
    this.changed = changed
    this.position = position
  }
}

const editedMeanwhile = (changed: readonly string[]) =>
  `Someone else changed ${listed(changed.map(words))} while you were editing. Compare, then save again.`

/**
 * For `check` of a command: rejects the edit when one of its fields was changed after the revision in If-Match. Other
 * events of the item do not matter, and without the header the last write wins.
 */
export function sinceRevision<Event extends Fact>(
  request: FastifyRequest,
  { fields }: EditForm,
  reading?: Reading<Event>,
): (history: readonly Recorded<Event>[]) => void {
  const revision = expectedRevision(request)
  return (stream) => {
    if (revision === null) return
    const history = reading ? stream.filter(reading.isAbout) : stream
    const values = (events: readonly Recorded<Event>[]): Fields =>
      Object.assign({}, ...events.map(({ type, data }) => valuesBy(type, { ...(data ?? {}) })))
    const before = values(history.filter((event) => event.revision <= revision))
    const now = values(history)
    const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))
    if (changed.length > 0) throw new ChangedMeanwhile(changed, history.at(-1)?.position ?? null, reading?.refusal)
  }
}

const valuesBy = (type: string, data: Fields): Fields => ({ ...data, ...fieldsSetBy(type, data) })

/**
 * Answers a rejected edit with 409, `changed` (the fields) and `current` (the row now), so that the writer’s text is
 * not lost.
 */
export async function showingCurrent<Result>(
  { waitForProjection, request }: { waitForProjection: WaitForProjection; request: FastifyRequest },
  current: () => Promise<object | null>,
  edit: () => Promise<Result>,
): Promise<Result> {
  try {
    return await edit()
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    const { message, changed, position } = error
    await waitForProjection(position, request)
    throw new HttpProblem(409, message, { details: { changed, current: await current() } })
  }
}

const names: { [field: string]: string } = {
  isActive: 'whether it is active',
  isAdmin: 'the admin rights',
  isBanned: 'the ban',
  isEmailVerified: 'whether the address is verified',
  isPublished: 'whether it is published',
  imageUrl: 'the image',
}

/** 'firstName' -> 'the first name'. */
const words = (field: string) =>
  names[field] ?? `the ${field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`

const listed = (parts: readonly string[]) => new Intl.ListFormat('en-US').format(parts)
