import type { FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import { formNotes, type NotedForm } from '../../contract/form-notes.ts'
import { wordingHash } from '../../contract/wording-hash.ts'
import type { Values } from '../../records/values.ts'
import type { agreement } from '../../records/wordings.ts'
import { type WordingCommand, wordingStream, wordings } from '../domain/wordings.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { commandContext } from '../kernel/http/command-context.ts'
import { isWording } from '../read-model/wordings.ts'

/** The words that this process shows, by form or page. */
export type ShownWordings = readonly WordingCommand['data'][]

/** `privacyText`: of the page; null where this process serves none. */
export function wordingsShown(privacyText: string | null): ShownWordings {
  const notes = Object.entries(formNotes).map(([wordingId, note]) => ({ wordingId, ...note }))
  return [
    ...notes.filter(({ wordingId }) => campaign.hasPrayers || wordingId !== 'prayers'),
    ...(privacyText === null ? [] : [{ wordingId: 'privacy', hash: wordingHash(privacyText), text: privacyText }]),
  ]
}

/** Records what is new among the words that this process shows. Idempotent. */
export async function publishWordings(handle: Handle, shown: ShownWordings): Promise<void> {
  await Promise.all(
    shown.map((data) =>
      handle(wordings, wordingStream(data.wordingId), { type: 'PublishWording', data }, systemContext()),
    ),
  )
}

export type WordingOf = (request: FastifyRequest, form: NotedForm) => Promise<Values<typeof agreement> | null>

/**
 * The sentence that a person agreed to, as the form says by its hash: a page that a browser has kept may show an older one. A
 * hash that no sentence of this form ever had is no record.
 */
export function createWordingOf({ knex, shown }: { knex: Knex; shown: ShownWordings }): WordingOf {
  const current = new Map(shown.map(({ wordingId, hash }) => [wordingId, hash]))
  const privacyHash = current.get('privacy') ?? null
  return async (request, wordingId) => {
    const hash: unknown = Reflect.get(Object(request.body), 'wording')
    if (typeof hash !== 'string' || !/^[\da-f]{12}$/.test(hash)) return null
    if (hash !== current.get(wordingId) && !(await isWording(knex, { wordingId, hash }))) return null
    return { wordingId, hash, privacyHash, agreedAt: commandContext(request).at }
  }
}
