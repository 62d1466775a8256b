import type {
  EngagementType,
  HistoryTopic,
  PersonalList,
  ReviewedTopic,
  SettingTopic,
  SubmissionKind,
} from '../../contract/topic-words.ts'
import type { StaffRight } from '../../records/staff-rights.ts'
import type { Fact } from '../kernel/eventlog/decider.ts'

type Fields = { readonly [field: string]: unknown }
type Flags = { readonly [field: string]: boolean }
type NumberFieldOf<Data> = { [Field in keyof Data]-?: Data[Field] extends number ? Field : never }[keyof Data]

/**
 * The item whose history shows an event: the field with its number, the one number of a setting, or the person who is
 * the subject of the event (`idField: null`).
 */
export type ItemOf<Data> =
  | { topic: HistoryTopic | 'preferences' | 'account-deletions' | 'staff-sets'; idField: NumberFieldOf<Data> }
  | { topic: 'mail-consents' | 'admin-invitations'; idField: null }
  | { topic: SettingTopic; id: 1 }

/** The pages that show it: those of one item and of its family's lists, or every page that shows people's words. */
type PagesOf<Data> = { family: string; idField: NumberFieldOf<Data> } | 'erasures'

/** The way an event counts as taking part. `source` identifies the item, since later events name no subject. */
export type Engagement = { source: string } & (
  | ({ act: 'begins'; type: EngagementType; item: { [field: string]: number }; at?: string } & Supporter)
  | ({ act: 'corrects'; item: { [field: string]: number }; at?: string } & Supporter & { email: string })
  | { act: 'ends' }
  | { act: 'returns' }
)
/** `firstName`: the latest one counts. */
type Supporter = { subject: string; email?: string; firstName?: string | null }

/** Facts that the rest of the system needs about one type of event. */
export type EventFacts<Data> = {
  /** Null: no history shows it. */
  item: ItemOf<Data> | null
  /** The personal fields, with the values that replace them once the person is erased; anything else is stored as is. */
  personal?: Data extends { subject: string } ? { readonly [Field in keyof Data]?: Data[Field] } : never
  /** Every other field that may hold a text, and why that is not personal (personal-fields.test.ts). */
  impersonal?: { readonly [Field in keyof Data]?: string }
  /** Facts about its item that the history shows besides the fields of the event. `before`: its state until then. */
  outcome?: Fields | ((said: Data, before: Fields) => Fields)
  /** The values that it gives to fields of the item's form. */
  sets?: Flags | ((said: Data) => Flags)
  pages?: PagesOf<Data>
  /** An erasure, or a date for one, depends on it. */
  servesErasure?: true
  /** A submission: it belongs to the person even without an account. */
  isSubmission?: true
  /** The event shows that a person uses the address; every submission does. */
  usesAddress?: true
  engagement?: (said: Data) => Engagement | null
  /** The person acts on an item that another person sent. */
  isAboutOthers?: true
  /** A person’s action after an email campaign. */
  response?: string
  audit?: {
    /** An entry in the list of actions, also when no admin caused it. */
    isIncident?: true
    /** Its fields say more than ids and nothing personal, and are part of the entry. */
    isTelling?: true
    /** Follows from an admin’s action on another person, so it is not an action of that person. */
    isConsequence?: true
    /** The command that names it when the edit of an account caused it. */
    step?: string
    /** The alert to staff: for one event, and for several. */
    alert?: readonly [one: string, many: string]
    /** The right of those who are alerted; `actions` by default. */
    alertsTo?: StaffRight
  }
}

/** The facts of any event. Written as methods, because each accepts only the data of its own event. */
export type AnyEventFacts = Pick<
  EventFacts<never>,
  'servesErasure' | 'isSubmission' | 'usesAddress' | 'isAboutOthers' | 'response' | 'audit'
> & {
  item: { topic: string; idField: string | null } | { topic: string; id: number } | null
  personal?: object
  impersonal?: { readonly [field: string]: string }
  outcome?: Fields | { read(said: Fields, before: Fields): Fields }['read']
  sets?: Flags | OfData<Flags>
  pages?: { family: string; idField: string } | 'erasures'
  engagement?: OfData<Engagement | null>
}
type OfData<Result> = { read(said: Fields): Result }['read']

/** A read table with what people sent in, as their export lists it. The rows that match `gone` are left out. */
export type ExportedTable = {
  table: string
  topic: HistoryTopic
  columns: readonly string[]
  gone?: { readonly [column: string]: string | boolean }
}

/**
 * A read table with what people sent in, as their account lists it: SQL expressions over its columns. `parent`: another
 * read table whose columns they may use, under the name `parent`, and the column with its id.
 */
export type ListedTable = {
  table: string
  topic: HistoryTopic
  excerpt: string
  status: string
  threadId?: string
  isShown: string
  parent?: { table: string; id: string }
}

/** Items that the site shows only after an admin has approved them. */
export type ReviewedTable<Event extends Fact = Fact> = {
  topic: ReviewedTopic
  /** The read table. */
  table: string
  /** The types of the events that send an item in, correct it, approve it and reject it. */
  submitted: Event['type']
  /** By staff, who reworded it or corrected the facts beside the text. */
  corrected: Event['type']
  /** Its words are new, and it waits for review again. */
  correctedByAuthor: Event['type']
  approved: Event['type']
  rejected: Event['type']
  /** The email that thanks for one. `shownHow`: how an approved one appears, after a comma. */
  receipt: { heading: string; thanks: string; shownHow: string }
}

/** One description per topic, in a file of its name. A missing event of the union does not compile. */
export type Topic<Event extends Fact> = {
  /** Exists only for the compiler: the events that the topic describes. */
  event?: Event
  events: { readonly [Type in Event['type']]: EventFacts<Extract<Event, { type: Type }>['data']> }
  /** Start of the names of its streams, before a hyphen or the end. */
  streams: readonly string[]
  /** PostgreSQL sequences of its ids, `eventlog.<name>_id_seq`, each with the fields of events that hold such ids. */
  sequences?: { readonly [name: string]: readonly string[] }
  /** The new state of items when the account that sent them is erased: `source` is that of their engagement. */
  erasable?: { readonly [topic: string]: { source: string } }
  /** Facts that a person gets in the export of their data. */
  personalLists?: { readonly [Name in PersonalList]?: ExportedTable }
  /** Facts that a person sees in their account. */
  submissions?: { readonly [Kind in SubmissionKind]?: ListedTable }
  reviewed?: ReviewedTable<Event>
  /** Names of commands whose type would read oddly among the actions. */
  commands?: { readonly [command: string]: string }
}

/** For `impersonal`: several fields with one reason. */
export function because<Field extends string>(why: string, ...fields: Field[]): { readonly [Name in Field]: string }
export function because(why: string, ...fields: string[]): object {
  return Object.fromEntries(fields.map((field) => [field, why]))
}

/** A version, a hash, a position, a random id. */
export const generated = <Field extends string>(...fields: Field[]) => because('The program makes it.', ...fields)

/** Says which events a topic describes. */
export const describes = <Event extends Fact>(): { event?: Event } => ({})
