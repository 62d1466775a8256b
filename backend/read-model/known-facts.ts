import type { Known, PersonalExport } from '../../contract/profile.ts'
import { topicWords } from '../../contract/topic-words.ts'
import { mailSwitchLabels } from '../../records/mail-switch-labels.ts'
import { dollars } from '../../records/money.ts'
import { labelsOf } from '../../records/names.ts'
import { profile } from '../../records/users.ts'
import { eventFacts, exportedTables } from '../topics/index.ts'
import { dayIn, whereFrom } from './known-words.ts'

type Fact = Known['sections'][number]['facts'][number]
type Fields = { readonly [field: string]: unknown }
/** The parts of a person’s export that are told in sentences. */
export type KnownParts = Pick<PersonalExport, 'preferences' | 'mail' | 'history' | 'wordings'> & {
  /** Null: they are about an address, whose owner may have no account. */
  user: PersonalExport['user'] | null
}

const states: { readonly [status: string]: string } = {
  pending: 'It waits for review.',
  approved: 'It’s on the website.',
  rejected: 'It isn’t on the website.',
  withdrawn: 'You withdrew it. Only our team still sees that you sent it.',
  confirmed: 'You have a seat.',
  waiting: 'You’re on the waiting list.',
  cancelled: 'It’s cancelled.',
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const fact = (text: string, ...details: string[]): Fact => ({ text, details })

/** 'shared a prayer', by topic. */
const acts = new Map<string, string>(
  topicWords.flatMap((words) => {
    const [act] = 'engagements' in words ? Object.values<string>(words.engagements) : []
    return act === undefined ? [] : [[words.topic, lowerFirst(act)]]
  }),
)

const joined = ({ history }: KnownParts) => history.find(({ type }) => type === 'UserRegistered')

function accountFacts(known: KnownParts): Fact[] {
  const { user } = known
  if (user === null)
    return [fact('This is what we know by your email address alone. If you have an account, Settings tells you more.')]
  const entered = Object.entries(labelsOf(profile)).flatMap(([name, label]) =>
    user[name] === null || user[name] === '' || user[name] === undefined ? [] : lowerFirst(label).replace('zIP', 'ZIP'),
  )
  const since = joined(known)
  return [
    fact(
      since ? `You’ve had an account since ${dayIn(since.at)}.` : 'You have an account.',
      `Its address is ${String(user.email)}, which ${user.isEmailVerified === true ? 'you confirmed' : 'you haven’t confirmed yet'}.`,
    ),
    ...(entered.length === 0 ? [] : [fact(`From your profile we know your ${listed(entered)}.`)]),
  ]
}

const outcomes: { readonly [status: string]: string } = { sent: 'went out', failed: 'didn’t reach you' }

function mailFacts({ user, preferences, mail }: KnownParts): Fact[] {
  const wanted = Object.entries(mailSwitchLabels).flatMap(([name, label]) =>
    preferences[name] ? [lowerFirst(label)] : [],
  )
  const reasons: { readonly [reason: string]: string } = {
    unsubscribed: 'You unsubscribed',
    bounced: 'Email to you came back',
    complained: 'You marked an email of ours as spam',
  }
  const stopped = mail.suppressions.map(({ reason, at }) =>
    fact(`${reasons[String(reason)] ?? 'Email to you stopped'} on ${dayIn(at)}, so we send you no campaign email.`),
  )
  const byOutcome = Map.groupBy(mail.sent, ({ status }) => String(status))
  const last = mail.sent.at(-1)
  const clicks = mail.clicks.filter(({ isHuman }) => isHuman !== false).length
  return [
    ...(stopped.length > 0
      ? stopped
      : [
          wanted.length === 0
            ? fact('You turned off every kind of campaign email.')
            : fact(
                `You may get email from us about ${listed(wanted)}.`,
                user === null ? 'You choose that with the link in each of them.' : 'You choose that under Settings.',
              ),
        ]),
    ...(last === undefined
      ? [fact('No campaign email has gone to you so far.')]
      : [
          fact(
            `${counted(mail.sent.length, 'campaign email', 'campaign emails')} to you so far, the latest on ${dayIn(last.sentAt)}.`,
            ...[...byOutcome].map(([status, { length }]) => `${length} ${outcomes[status] ?? status}.`),
            ...(clicks === 0 ? [] : [`You followed ${counted(clicks, 'link', 'links')} in them.`]),
          ),
        ]),
  ]
}

/** The rows of the lists, by topic and number. */
const rowsOf = (known: KnownParts): ReadonlyMap<string, Fields> =>
  new Map(
    [...exportedTables].flatMap(([name, { topic }]) => {
      const rows = Object.entries(known).find(([list]) => list === name)?.[1]
      return (Array.isArray(rows) ? rows : []).map((row: Fields): [string, Fields] => [`${topic} ${row.id}`, row])
    }),
  )

/** The way of taking part that an event begins: the person sent it, or staff or a list did; null for any other event. */
function beginning(type: string, said: Fields): string | null {
  const facts = eventFacts.get(type)
  const engagement = facts?.engagement?.(said)
  if (engagement?.act === 'begins') return engagement.type
  return facts?.isSubmission === true ? type : null
}

type Told = Pick<KnownParts, 'history' | 'wordings'>

/**
 * Sentences about what the person did, each with where it came from. `isTold`: by the way of taking part; `rowOf`: the item as
 * it is now, to tell its state.
 */
export function actFacts(
  { history, wordings }: Told,
  { isTold, rowOf }: { isTold(way: string): boolean; rowOf?(item: string): Fields | undefined },
): Fact[] {
  const texts = new Map(wordings.map(({ hash, text }) => [String(hash), String(text)]))
  return history.flatMap(({ type, at, topic, itemId, details }): Fact[] => {
    const said: Fields = { ...(typeof details === 'object' ? details : {}) }
    const act = acts.get(String(topic))
    const way = beginning(String(type), said)
    if (act === undefined || way === null || !isTold(way)) return []
    const row = rowOf?.(`${topic} ${itemId}`)
    const gift = topic === 'donations' && typeof row?.amount === 'number' ? ` ${dollars(row.amount)}` : ''
    const state = row === undefined ? 'It was removed since.' : states[String(row.status)]
    const from = topic === 'donations' && said.entrySource === undefined ? donationFrom : whereFrom(said, texts)
    const day = dayIn(said.entryDay ?? said.donatedAt ?? at)
    return [fact(`You ${act}${gift} on ${day}.`, ...(rowOf && state !== undefined ? [state] : []), ...from)]
  })
}

/** The forum is told in one sentence, and links that were followed with the emails. */
const toldTogether = ['forum_post', 'ThreadStarted', 'ReplyPosted', 'click']

function partFacts(known: KnownParts): Fact[] {
  const rows = rowsOf(known)
  const facts = actFacts(known, { isTold: (way) => !toldTogether.includes(way), rowOf: (item) => rows.get(item) })
  const posts = known.history.filter(({ type }) => type === 'ThreadStarted' || type === 'ReplyPosted')
  if (posts.length > 0)
    facts.push(
      fact(
        `You wrote ${counted(posts.length, 'post', 'posts')} in the forum, the latest on ${dayIn(posts.at(-1)?.at)}.`,
      ),
    )
  return facts.length > 0 ? facts : [fact('You haven’t sent us anything so far.')]
}

const donationFrom = ['It was on the list of our donation platform, which our team imported.']

/** Sentences about everything that a person’s export holds, and where it came from. */
export const knownFacts = (known: KnownParts): Known => ({
  sections: [
    { title: known.user === null ? 'Your email address' : 'Your account', facts: accountFacts(known) },
    { title: 'Email from us', facts: mailFacts(known) },
    { title: 'What you took part in', facts: partFacts(known) },
  ],
})
