import type { Core } from '../../../backend/core.ts'
import { subjectStream, subjects } from '../../../backend/domain/subjects.ts'
import { systemContext } from '../../../backend/kernel/eventlog/command-context.ts'

/** Deletes a person’s key, which takes an erasure in the log. The other steps of an erasure are up to the reactors. */
export async function forgetKey(
  { handle, subjects: keys }: Pick<Core, 'handle' | 'subjects'>,
  subject: string,
): Promise<void> {
  await handle(subjects, subjectStream(subject), { type: 'EraseSubject', data: { subject } }, systemContext())
  await keys.forget(subject)
}
