import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { campaignEvent, guestNote } from '../records/campaign-events.ts'
import { donation } from '../records/donations.ts'
import { emailSignup } from '../records/email-signups.ts'
import { endorsement } from '../records/endorsements.ts'
import { article } from '../records/news.ts'
import { prayer } from '../records/prayers.ts'
import { account } from '../records/users.ts'
import { volunteer } from '../records/volunteers.ts'

const items = [
  volunteer,
  donation,
  emailSignup,
  endorsement,
  prayer,
  { ...campaignEvent, ...guestNote },
  article,
  account,
]
const root = join(import.meta.dirname, '..')
const files = globSync('{backend,contract,records,site}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['backend/demo/**'],
}).filter((file) => !/\.(test|d)\.ts$/.test(file))

const roomOf = (file: string): string => {
  const [wing = '', room = ''] = file.split('/')
  return wing === 'backend' || wing === 'site' ? `${wing}/${room}` : wing
}

/** The rooms by the words that their code names: identifiers and whole texts, but neither comments nor sentences. */
function roomsByWord(): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) || ts.isStringLiteralLike(node))
        rooms.set(node.text, (rooms.get(node.text) ?? new Set()).add(roomOf(file)))
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return rooms
}

/** A field takes a record, a form, the column of a list and the sentence about privacy; the rest is for a rule about it. */
const most = 6

/** Words for other things, too, so that their rooms say nothing about the field. */
const everyday = ['amount', 'name', 'prayer', 'description', 'capacity', 'isActive', 'content']

const isTold = 'Pages, calendars and mail tell guests when it is, and rules compare it.'
/** Fields that more rooms have to know, and why. */
const withRules: { readonly [field: string]: string } = {
  availability: 'The form offers four, a list is filtered by them, and the skill match counts them.',
  endorsementText:
    'A list is sorted by it, an entry that says the same is found by it, and its author is told when it changes.',
  interests: 'The campaign chooses them, a list is filtered by them, and the skill match counts them.',
  ...{ eventDate: isTold, startTime: isTold, endTime: isTold },
  noteToGuests: 'It goes out in a mail, and the form asks for it only when there is one.',
  isPublic: 'No text: files and staff say it, each in their own way, and lists mark who gave anonymously.',
  excerpt: 'Lists, feeds and shared links show it instead of the article.',
}

it('at most six rooms name a field, unless rules about it need more', () => {
  const rooms = roomsByWord()
  const names = items.flatMap((item) => Object.keys(item))
  const own = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name) && !everyday.includes(name))
  const wide = own.filter((name) => (rooms.get(name)?.size ?? 0) > most)
  expect(own.length).toBeGreaterThan(10)
  expect(wide.toSorted()).toEqual(Object.keys(withRules).toSorted())
})
