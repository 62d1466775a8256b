import type { Decider, Fact } from './decider.ts'

/** A person in the log: a random id under which their personal fields are encrypted. */
export type SubjectCommand = Fact<'EraseSubject', { subject: string }>
export type SubjectEvent = Fact<'SubjectErased', { subject: string }>

type Subject = { isErased: boolean }

export const subjectStream = (subject: string) => `subject-${subject}`

export const subjects: Decider<Subject, SubjectCommand, SubjectEvent> = {
  initialState: { isErased: false },
  decide: (command, { isErased }) => (isErased ? [] : [{ type: 'SubjectErased', data: command.data }]),
  evolve: () => ({ isErased: true }),
}
