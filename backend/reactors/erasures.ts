import type { SubjectEvent } from '../domain/subjects.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'

export type ErasuresReactor = {
  name: 'erasures'
  on: { [E in SubjectEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * The guarantee behind commands/erasures.ts: the key is deleted even if the process died right after appending
 * SubjectErased. Idempotent.
 */
export const erasuresReactor = ({ subjects }: { subjects: Pick<SubjectKeys, 'forget'> }): ErasuresReactor => ({
  name: 'erasures',
  on: { SubjectErased: ({ data }) => subjects.forget(data.subject) },
})
