import type { FurtherColumn } from '../../records/kept-columns.ts'
import { dollars } from '../../records/money.ts'
import type { RoleGrant } from '../../records/staff-rights.ts'
import { calendarDate, clockTime } from './dates.ts'
import { inFieldOrder } from './history-fields.ts'
import { codeLabel, eventCategory, fieldLabel } from './labels.ts'
import { dateAndTime } from './local-dates.ts'
import { schemeName } from './schemes.ts'
import { fullSource } from './sources.ts'
import { roleInWords } from './staff-roles.ts'

type Fields = { [name: string]: unknown }

/** A field of an item and how an action changed it; `before` is missing if it had none, `after` if it has none now. */
export type Change = { name: string; before?: string; after?: string }

/** The differences of an item before and after an action, in reading order. */
export function changesOf(before: Fields | null, after: Fields | null): Change[] {
  const names = inFieldOrder({ ...before, ...after }).map(([name]) => name)
  return names
    .map((name) => ({
      name,
      ...(before !== null && name in before && { before: valueText(name, before[name]) }),
      ...(after !== null && name in after && { after: valueText(name, after[name]) }),
    }))
    .filter((change) => change.before !== change.after)
}

/** A long text around what changed in it. */
export type Passage = { start: string; removed: string; added: string; end: string }

const longText = 60
const context = 6 // words

/** The words that differ between two long texts, with a few words around them; null when both are short or all differs. */
export function passageOf(before: string, after: string): Passage | null {
  if (Math.max(before.length, after.length) <= longText) return null
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const shorter = Math.min(old.length, now.length)
  let same = 0
  while (same < shorter && old[same] === now[same]) same += 1
  let sameEnd = 0
  while (sameEnd < shorter - same && old.at(-1 - sameEnd) === now.at(-1 - sameEnd)) sameEnd += 1
  if (same === 0 && sameEnd === 0) return null
  const start = old.slice(0, same)
  const end = old.slice(old.length - sameEnd)
  return {
    start: start.length > context ? `… ${start.slice(-context).join('')}` : start.join(''),
    removed: old.slice(same, old.length - sameEnd).join(''),
    added: now.slice(same, now.length - sameEnd).join(''),
    end: end.length > context ? `${end.slice(0, context).join('')}…` : end.join(''),
  }
}

/** Each with the space after it. */
const wordsOf = (text: string) => text.match(/\S*\s|\S+$/g) ?? []

/** Ids are shown by name under Target User, and the action is named after the event. */
const isRaw = (name: string) => name === 'event' || name === 'subject' || name === 'id' || name.endsWith('Id')

/** Other facts about an action, in reading order. */
export const remarksOf = (details: Fields): [name: string, text: string][] =>
  inFieldOrder(details)
    .filter(([name, value]) => !isRaw(name) && value !== null)
    .map(([name, value]) => [name, valueText(name, value)])

/** On one line, or one line for each where they have commas of their own. */
const listText = (items: readonly string[]) => items.join(items.some((item) => item.includes(',')) ? '\n' : ', ')

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** The fields whose text is a date, a time or a code. */
const texts: { [name: string]: (text: string) => string } = {
  category: eventCategory,
  eventDate: calendarDate,
  startTime: clockTime,
  endTime: clockTime,
  kind: codeLabel,
  purpose: codeLabel,
  obeys: codeLabel,
  segmentIds: codeLabel,
  violationType: codeLabel,
  provider: codeLabel,
  outcome: codeLabel,
  suggestion: codeLabel,
  buttonSchemes: schemeName,
  layouts: codeLabel,
}

const sources = ['firstSource', 'actSource']

/** The fields with 0 to 100. */
const percentages = ['confidence']

/** The fields with cents. */
const money = ['amount', 'left']

/** A value as people write it: one way for each kind of value, wherever it is shown. */
export function valueText(name: string, value: unknown): string {
  if (sources.includes(name)) return fullSource(value ? Object(value) : null)
  if (value === null || value === undefined || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return numberText(name, value)
  if (typeof value === 'string') return moment.test(value) ? dateAndTime(value) : (texts[name]?.(value) ?? value)
  if (name === 'furtherColumns') return columnsText(value)
  if (name === 'roles' || name === 'invitedAs') return rolesText(value)
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : listText(value.map((item) => valueText(name, item)))
  if (name === 'thresholds') return thresholdsText({ ...value })
  return inFieldOrder({ ...value })
    .map(([part, text]) => `${fieldLabel(part)}: ${valueText(part, text)}`)
    .join(', ')
}

/** One line for each column of a list. */
const columnsText = (columns: object): string =>
  Object.values<FurtherColumn>({ ...columns })
    .map(({ heading, text }) => `${heading}: ${text}`)
    .join('\n')

const rolesText = (value: object): string =>
  Object.values<RoleGrant>({ ...value })
    .map(roleInWords)
    .join(', ') || 'none'

function numberText(name: string, value: number): string {
  if (name.endsWith('Id')) return `#${value}`
  if (percentages.includes(name)) return `${value}%`
  return money.includes(name) ? dollars(value) : value.toLocaleString('en-US')
}

const thresholdsText = ({ review, reject }: Fields) => `Review from ${review}%, reject from ${reject}%`
