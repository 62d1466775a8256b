import { describe, expect, it } from 'vitest'
import { bundledVerdict } from '../../test/support/moderation/bundled-verdict.ts'

const outcomeOf = (text: string) => bundledVerdict(text).outcome

const violations = [
  'You are a worthless idiot and everybody laughs at you.',
  'Shut your mouth, you pathetic fat pig.',
  'I will kill you and your whole family.',
  'We are coming to your house tonight with guns.',
  'Muslims are vermin and should be driven out of this country.',
  'Women are too stupid to vote.',
  'Jews are a disease.',
  'Buy cheap watches at www.deals.example and get 80 % off today!',
  'Dana Whitlow lives at 4418 Kestrel Lane, go pay her a visit.',
]
const harmless = [
  'Thank you all for coming to the meeting on Tuesday.',
  'The bridge on Main Street opens again in May.',
  'I brought my kids and we had a good time.',
]

describe('harmless sentences do not rescue a violation', () => {
  it.each(violations)('%s', (violation) => {
    const texts = harmless.flatMap((one) => [
      `${one} ${violation}`,
      `${violation} ${one}`,
      `${one} ${violation} ${harmless.at(-1)}`,
    ])
    expect([violation, ...texts].filter((text) => outcomeOf(text) === 'approved')).toEqual([])
  })

  it.each(violations)('nor do three before and three after: %s', (violation) => {
    expect(outcomeOf([...harmless, violation, ...harmless].join(' '))).not.toBe('approved')
  })
})

const swaps: { [slot: string]: string[] } = {
  party: ['Republican', 'Democratic', 'Libertarian', 'Green'],
  religion: ['Christian', 'Muslim', 'Jewish', 'Hindu', 'Catholic', 'atheist'],
  race: ['Black', 'white', 'Asian', 'Hispanic', 'Native American'],
  gender: ['women', 'men', 'transgender people', 'girls', 'boys'],
  domain: ['schools', 'roads', 'hospitals', 'farms', 'libraries'],
}
const civil = [
  'The {party} candidate answered every question at the forum last night.',
  'I have been a {party} voter for thirty years and I want lower taxes.',
  'My {religion} neighbors organized the food drive again this year.',
  'The {religion} community center is a polling place this fall.',
  'A {race} family opened a bakery across from the courthouse.',
  'Turnout among {race} voters was higher than in the last election.',
  'We need more {gender} on the county council.',
  'The new program helps {gender} find a job after school.',
  'The county spends too little on {domain}, and I will say so at the hearing.',
  'Please ask the candidates what they plan to do about {domain}.',
]

describe('a civil post stays published, whichever name stands in it', () => {
  it.each(civil)('%s', (template) => {
    const slot = template.match(/\{(\w+)\}/)?.[1] ?? ''
    const texts = (swaps[slot] ?? []).map((name) => template.replace(`{${slot}}`, name))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter((text) => outcomeOf(text) !== 'approved')).toEqual([])
  })
})

describe('a slur that is quoted to condemn it is held at most', () => {
  it.each([
    'A man at the rally shouted "f****t" at my son. That is never okay.',
    'Somebody sprayed "go home, w*tback" on the taqueria. We condemn this hatred.',
    'Calling a child a "r*tard" is cruel and has no place in our schools.',
    'She was called a "k*ke" on the bus, and not one of us should be silent about it.',
    'The word "n****r" was written on their door. This is wrong, and the sheriff must act.',
  ])('%s', (text) => {
    expect(outcomeOf(text)).not.toBe('refused')
  })
})

describe('a disguise does not rescue a violation', () => {
  const plain = ['you are a worthless idiot', 'i will kill you tonight', 'shut up you stupid bitch']
  const spaced = (text: string) => text.replace(/[a-z]{4,}/g, (word) => [...word].join(' '))

  it.each(plain)('of letters with spaces between them: %s', (text) => {
    expect(
      [text, spaced(text), text.replace(/[a-z]{4,}/g, (word) => [...word].join('.'))].map(outcomeOf),
    ).not.toContain('approved')
  })

  it.each(['youareaworthlessidiot', 'iwillkillyoutonight', 'yourallstupidbitches go away', 'killyourself'])(
    'of glued words: %s',
    (text) => expect(outcomeOf(text)).not.toBe('approved'),
  )
})

const groups =
  `Muslims, Jews, Christians, Catholics, Hindus, atheists, Black people, white people, Asians, Mexicans, Haitians, immigrants, refugees, women, men,
  gay people, lesbians, transgender people, disabled people, old people`.split(/,\s+/)
const about = (template: string) =>
  groups.map((group) =>
    template.replace(/^\{group\}/, group.charAt(0).toUpperCase() + group.slice(1)).replace('{group}', group),
  )

describe('hate is not published, whichever group it is about', () => {
  it.each([
    '{group} are vermin and should be driven out of this country.',
    'I hate {group}, every single one of them.',
    '{group} are too stupid to vote.',
    '{group} are a disease.',
    'All {group} are filthy animals.',
    'Keep {group} out of our schools, they are disgusting.',
    'Three {group} moved in next door. They are filthy animals, all of them.',
    'Shoot all {group} on sight.',
    'No decent person wants {group} around, they are subhuman.',
  ])('%s', (template) => {
    expect(about(template).filter((text) => outcomeOf(text) === 'approved')).toEqual([])
  })
})

describe('hate that is denied, and disgust at things, is never refused', () => {
  it.each([
    '{group} are not vermin.',
    'Nobody should call {group} vermin.',
    'It is wrong to say that {group} are stupid.',
    'I do not hate {group}.',
  ])('%s', (template) => {
    expect(about(template).filter((text) => outcomeOf(text) === 'refused')).toEqual([])
  })

  it.each([
    'Those weeds are vermin, rip them all out.',
    'I hate this roundabout with every fiber of my body.',
    'Robocalls are a plague and should be wiped out.',
    'Mosquitoes are filthy and I want them all dead.',
    'Kill the old permit system, it is a cancer on this county.',
    'The parking meter is a worthless piece of junk.',
  ])('%s', (text) => {
    expect(outcomeOf(text)).not.toBe('refused')
  })
})

describe('what stands around a violation does not rescue it', () => {
  const forms: { [form: string]: (text: string) => string } = {
    capitals: (text) => text.toUpperCase(),
    'small letters': (text) => text.toLowerCase(),
    'exclamation marks': (text) => text.replace(/[.!]$/, '!!!'),
    'no full stop': (text) => text.replace(/[.!]$/, ''),
    'a laughing face': (text) => `${text} 😂`,
    'a joke': (text) => `${text} Just kidding!`,
    courtesy: (text) => `With all due respect, ${text}`,
    'a question': (text) => text.replace(/[.!]$/, ', right?'),
    'double spaces': (text) => text.replaceAll(' ', '  '),
    'an invisible character': (text) => `\u200b${text}`,
    'wide letters': (text) => text.replace(/[a-z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  }
  it.each(Object.keys(forms))('%s', (form) => {
    const texts = violations.map((text) => forms[form]?.(text) ?? '')
    expect(texts.filter((text) => outcomeOf(text) === 'approved')).toEqual([])
  })
})
