import { nullableText, plain } from './fields.ts'
import type { Values } from './values.ts'

/** The ways in which a person that staff enter by hand reached the campaign. */
export const entrySources = ['paper sheet', 'phone call', 'letter', 'in person'] as const

/** Details of the way. The note may name people; the day is in the time zone of the campaign. */
export const handEntry = {
  entryNote: nullableText(1000, { label: 'Note' }),
  entryDay: plain('day', 'Day'),
}

/** Why the campaign knows a person that staff entered: the source of their consent. */
export type HandEntry = { entrySource: (typeof entrySources)[number] } & Values<typeof handEntry>
/** Absent: the person sent it in by themselves. */
export type MaybeByHand = { [Name in keyof HandEntry]?: HandEntry[Name] | undefined }
