import type { Fact } from '../kernel/eventlog/decider.ts'
import { recordedOnce } from './recorded-once.ts'

/** A person in the log: a random id under which their personal fields are encrypted. */
export type SubjectCommand = Fact<'EraseSubject', { subject: string }>
export type SubjectEvent = Fact<'SubjectErased', { subject: string }>

export const subjectStream = (subject: string) => `subject-${subject}`

export const subjects = recordedOnce<SubjectCommand, SubjectEvent>(({ data }) => ({ type: 'SubjectErased', data }))
