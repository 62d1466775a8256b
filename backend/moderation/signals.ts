import { classes } from './classes.ts'
import type { ViolationType } from './classification.ts'
import { indexOf, kindCount, type Meaning, publicAffairs } from './lexicon.ts'
import type { Reading } from './reading.ts'

type Effect = { type: ViolationType; logOdds: number }
type Rule = { effects: readonly Effect[]; holds(post: Look): boolean }

/** A post as the rules see it: how often meanings occur, and which follow each other. */
type Look = {
  count(...meanings: Meaning[]): number
  inARow(reach: number, ...meanings: readonly Meaning[][]): boolean
  says(words: ReadonlySet<string>): boolean
}

const contact: Meaning[] = ['phone', 'street', 'email']
const hostile: Meaning[] = [
  'violence',
  'weapon',
  'slur',
  'derogatory',
  'animal',
  'hate',
  'profane',
  'dismissal',
  'diminish',
  'negation',
]
/** Holidays, and what people meet at. */
const occasions = new Set(
  `christmas xmas thanksgiving easter hanukkah passover ramadan eid diwali birthday anniversary holiday holidays breakfast brunch lunch dinner supper
  potluck picnic cookout barbecue bbq roast social fair parade party church service hunt polls rally meeting fundraiser game concert festival`.split(
    /\s+/,
  ),
)
const fairness = new Set('equal equally equality rights fair fairly respect'.split(' '))

/** Knowledge that weights cannot learn well: each rule adds its log-odds to a type when it applies. */
const rules: readonly Rule[] = [
  {
    // A private address or number with a call to use it; an office's public number is not private.
    effects: [{ type: 'doxxing', logOdds: 1.2 }],
    holds: ({ count }) =>
      count(...contact) > 0 && count('privateDetail', 'visit') > 1 && count(...publicAffairs, 'office', 'faith') === 0,
  },
  {
    effects: [{ type: 'doxxing', logOdds: -1.2 }],
    holds: ({ count }) =>
      count(...contact) > 0 && count(...publicAffairs, 'office') > 1 && count('derogatory', 'they') === 0,
  },
  {
    effects: [{ type: 'spam', logOdds: 0.8 }],
    holds: ({ count }) =>
      count('link', 'phone', 'email') > 0 && count('advert', 'money') > 2 && count(...publicAffairs) === 0,
  },
  {
    effects: [{ type: 'threats', logOdds: 0.7 }],
    holds: ({ count, inARow }) =>
      inARow(3, ['first'], ['intent'], ['violence'], ['you', 'they', 'folk', 'group']) &&
      count(...publicAffairs, 'negation') === 0,
  },
  {
    // Good wishes and invitations, which speak of families and of meeting like threats do.
    effects: [
      { type: 'threats', logOdds: -3.5 },
      { type: 'harassment', logOdds: -3 },
    ],
    holds: ({ count, says }) => says(occasions) && count(...hostile, ...contact) === 0,
  },
  {
    // A group in public life, soberly.
    effects: [{ type: 'hate_speech', logOdds: -0.7 }],
    holds: ({ count }) =>
      count('group') > 0 && count(...publicAffairs) > 0 && count(...hostile, 'exclude', 'they') === 0,
  },
  {
    effects: [{ type: 'hate_speech', logOdds: -1.5 }],
    holds: ({ count, says }) => count('group') > 0 && says(fairness) && count(...hostile) === 0,
  },
  {
    // Hatred quoted or named in order to reject it.
    effects: [
      { type: 'hate_speech', logOdds: -0.5 },
      { type: 'threats', logOdds: -0.5 },
    ],
    holds: ({ count }) => count('report') > 0 && count('condemn') > 1,
  },
  {
    // Hard words for politicians: politics without a group, a slur or a person addressed.
    effects: [
      { type: 'harassment', logOdds: -0.8 },
      { type: 'hate_speech', logOdds: -0.8 },
    ],
    holds: ({ count }) => count(...publicAffairs) > 1 && count('group', 'slur', 'you') === 0,
  },
]

/** Log-odds that the rules add to each class. */
export function signalsOf(readings: readonly Reading[]): Float64Array {
  const added = new Float64Array(classes.length)
  const post = lookAt(readings)
  for (const { effects, holds } of rules) {
    if (!holds(post)) continue
    for (const { type, logOdds } of effects) {
      const place = classes.indexOf(type)
      added[place] = (added[place] ?? 0) + logOdds
    }
  }
  return added
}

function lookAt(readings: readonly Reading[]): Look {
  const counts = new Uint32Array(kindCount)
  for (const { meaning } of readings) if (meaning >= 0) counts[meaning] = (counts[meaning] ?? 0) + 1
  return {
    count: (...meanings) => meanings.reduce((sum, meaning) => sum + (counts[indexOf(meaning)] ?? 0), 0),
    says: (words) => readings.some(({ text }) => words.has(text)),
    inARow(reach, ...steps) {
      const wanted = steps.map((step) => step.map(indexOf))
      let step = 0
      let last = 0
      for (let at = 0; at < readings.length; at++) {
        const meaning = readings[at]?.meaning ?? -1
        if (step > 0 && at - last > reach) step = 0
        if (!wanted[step]?.includes(meaning)) continue
        last = at
        step++
        if (step === wanted.length) return true
      }
      return false
    },
  }
}
