import { perReviewed } from '../../contract/topic-words.ts'
import { accountDeletions } from './account-deletions.ts'
import { apiKeys } from './api-keys.ts'
import { campaignEvents } from './campaign-events.ts'
import { donationLinks } from './donation-links.ts'
import { donations } from './donations.ts'
import { emailCampaigns } from './email-campaigns.ts'
import { emailSignups } from './email-signups.ts'
import { endorsements } from './endorsements.ts'
import { eventLog } from './event-log.ts'
import { exports } from './exports.ts'
import { fileImports } from './file-imports.ts'
import { forum } from './forum.ts'
import { incidents } from './incidents.ts'
import { mailClicks } from './mail-clicks.ts'
import { mailConsents } from './mail-consents.ts'
import { moderationPolicy } from './moderation-policy.ts'
import { news } from './news.ts'
import { pageVariations } from './page-variations.ts'
import { prayers } from './prayers.ts'
import { preferences } from './preferences.ts'
import { rsvps } from './rsvps.ts'
import { shortCodes } from './short-codes.ts'
import { staffSets } from './staff-sets.ts'
import { subjects } from './subjects.ts'
import type { AnyEventFacts, ExportedTable, ListedTable } from './topic.ts'
import { users } from './users.ts'
import { volunteers } from './volunteers.ts'
import { welcomeSeries } from './welcome-series.ts'
import { wordings } from './wordings.ts'

/**
 * Every topic. A topic’s file describes it, and other rooms derive from it. Alerts to admins list several events in
 * this order.
 */
export const topics = [
  incidents,
  users,
  apiKeys,
  staffSets,
  preferences,
  accountDeletions,
  prayers,
  endorsements,
  emailSignups,
  volunteers,
  donations,
  donationLinks,
  fileImports,
  news,
  shortCodes,
  campaignEvents,
  forum,
  emailCampaigns,
  mailConsents,
  mailClicks,
  moderationPolicy,
  pageVariations,
  welcomeSeries,
  exports,
  rsvps,
  wordings,
  eventLog,
  subjects,
]

/** Every event that the log may hold. */
export type DomainEvent = NonNullable<(typeof topics)[number]['event']>

type Described = (typeof topics)[number]['events']
type TypesWith<Events, Shape> = Events extends unknown
  ? { [Type in keyof Events]: Events[Type] extends Shape ? Type : never }[keyof Events]
  : never
type PersonalOf<Events, Type> = Events extends unknown
  ? Type extends keyof Events
    ? Events[Type] extends { personal: infer Values }
      ? Values
      : never
    : never
  : never
type PersonalFields = {
  [Type in TypesWith<Described, { personal: object }>]: PersonalOf<Described, Type>
}

/** The descriptions of every event, by its type. */
export const eventFacts: ReadonlyMap<string, AnyEventFacts> = new Map(
  topics.flatMap(({ events }) => Object.entries<AnyEventFacts>(events)),
)

/** Every personal field of every event, by event type; anything not listed here is stored as is. */
export const personalFields = withPersonalFields()

/** Families of pages; the projection of the same name writes the rows that they show, and counts the changes. */
export const pageFamilies: readonly string[] = [
  ...new Set([...eventFacts.values()].flatMap(({ pages }) => (typeof pages === 'object' ? [pages.family] : []))),
]

/** Events by which people are erased. */
export const erasureTypes: readonly string[] = typesWhere(({ pages }) => pages === 'erasures')

/** Events that no projection may pass over: those that erase people, and those that say when. */
export const neverSkipped: readonly string[] = [...erasureTypes, ...typesWhere(({ servesErasure }) => servesErasure)]

/** Event types of submissions. */
export const submissions: readonly string[] = typesWhere(({ isSubmission }) => isSubmission)

/** Events by which people act on items of others. */
export const actsOnOthers: readonly string[] = typesWhere(({ isAboutOthers }) => isAboutOthers)

/** Events that show other people’s use of an address: submissions, and what people do with the email they get. */
export const uses: readonly string[] = [...submissions, ...typesWhere(({ usesAddress }) => usesAddress)]

type Sequences<One> = One extends { sequences: infer ByName } ? keyof ByName : never
/** Names of the sequences of ids. */
export type Sequence = Sequences<(typeof topics)[number]>
/** The fields of events that hold ids, by sequence. */
export const idFields: ReadonlyMap<string, readonly string[]> = new Map(
  topics.flatMap((topic) => ('sequences' in topic ? Object.entries<readonly string[]>(topic.sequences) : [])),
)
export const sequences: readonly string[] = [...idFields.keys()]

/**
 * The prefixes of all our stream names, up to a hyphen or the end. In a log that other programs share, they identify
 * our streams, and the log refuses to write a stream of another kind.
 */
export const streamKinds: readonly string[] = [...new Set(topics.flatMap(({ streams }): readonly string[] => streams))]

/** For commands whose type would read oddly among the actions. */
export const commandNames: ReadonlyMap<string, string> = new Map(
  topics.flatMap((topic) => ('commands' in topic ? Object.entries(topic.commands) : [])),
)

type Erasables<One> = One extends { erasable: infer ByTopic } ? keyof ByTopic : never
export type ErasableTopic = Erasables<(typeof topics)[number]>

/** Topics of what an account sent and its erasure erases, with the source of their engagements. */
export const erasableTopics: ReadonlyMap<string, string> = new Map(
  topics.flatMap((topic) =>
    'erasable' in topic
      ? Object.entries<{ source: string }>(topic.erasable).map(([name, { source }]): [string, string] => [name, source])
      : [],
  ),
)

/** The read tables in a person's export, by the name of the list. */
export const exportedTables: ReadonlyMap<string, ExportedTable> = new Map(
  topics.flatMap((topic) => ('personalLists' in topic ? Object.entries<ExportedTable>(topic.personalLists) : [])),
)

/** The read tables in the account of a person, by the kind of what they sent in. */
export const listedTables: ReadonlyMap<string, ListedTable> = new Map(
  topics.flatMap((topic) => ('submissions' in topic ? Object.entries<ListedTable>(topic.submissions) : [])),
)

type ReviewsOf<One> = One extends { reviewed: infer Table } ? Table : never
type ReviewedEvents<Step extends 'submitted' | 'corrected' | 'approved' | 'rejected'> = Extract<
  DomainEvent,
  { type: ReviewsOf<(typeof topics)[number]>[Step] }
>
/** An item that waits for an admin is sent in, corrected, or decided. */
export type ItemSubmitted = ReviewedEvents<'submitted'>
export type ItemCorrected = ReviewedEvents<'corrected'>
export type ItemDecided = ReviewedEvents<'approved' | 'rejected'>

const reviewedNames = perReviewed('topic', ({ item, reviewed: { one, many } }) => ({ item, one, many }))
/**
 * Items that admins review. `item`: 'prayer', `one`: 'a prayer', `many`: 'prayers'; `source`: what the sources of their
 * engagements begin with.
 */
export const reviewedItems = topics.flatMap((topic) => {
  if (!('reviewed' in topic)) return []
  const { reviewed } = topic
  return [{ ...reviewedNames[reviewed.topic], source: erasableTopics.get(reviewed.topic), ...reviewed }]
})
export type ReviewedItems = (typeof reviewedItems)[number]

/** The fields of an item’s form after an event that sets some of them. */
export function fieldsSetBy(type: string, said: { [field: string]: unknown }): { [field: string]: boolean } {
  const sets = eventFacts.get(type)?.sets
  return { ...(typeof sets === 'function' ? sets(said) : sets) }
}

function typesWhere(holds: (facts: AnyEventFacts) => unknown): string[] {
  return [...eventFacts].filter(([, facts]) => holds(facts)).map(([type]) => type)
}

function withPersonalFields(): PersonalFields
function withPersonalFields(): object {
  return Object.fromEntries([...eventFacts].flatMap(([type, { personal }]) => (personal ? [[type, personal]] : [])))
}
