import { describe, expect, it } from 'vitest'
import { bundledVerdict } from '../../test/support/moderation/bundled-verdict.ts'
import { classifyByBundledModel } from './bundled-model.ts'
import type { Traits } from './classification.ts'

function traitsOf(text: string): Traits {
  const classification = classifyByBundledModel(text)
  if (classification.source !== 'model') throw new Error('Another moderator judged it.')
  return classification.traits
}

describe('the traits of a post', () => {
  it.each([
    ['This is stupid.', 3],
    ['😂😂😂', 0],
    ['👍 42!!!', 0],
    ['It’s the town-hall road', 5],
    ['s t u p i d', 1],
    ['yourallstupidbitches go away', 6],
    ['大家早上好', 5],
  ])('count its words: %s', (text, words) => expect(traitsOf(text).words).toBe(words))

  it.each(['I will shoot you', '🔪🔪🔪', 'call 555-867-5309', 'kys', 'write to ann@example.org', 'tr*nny'])(
    'report harm: %s',
    (text) => expect(traitsOf(text).holdsHarm).toBe(true),
  )
  it.each(['This is stupid.', '😂'.repeat(40), 'lol', 'Thank you'])('report no harm: %s', (text) =>
    expect(traitsOf(text).holdsHarm).toBe(false),
  )

  it.each(['You fool', '@dana liar', 'Sharon is trash'])('tell that it is aimed at a person: %s', (text) =>
    expect(traitsOf(text).isAimed).toBe(true),
  )
  it.each(['This is stupid.', 'Roads are awful', 'What a mess'])('tell that it is not: %s', (text) =>
    expect(traitsOf(text).isAimed).toBe(false),
  )

  it('tell whether it names a group', () => {
    expect(traitsOf('Muslims built half of this town').hasTarget).toBe(true)
    expect(traitsOf('The bridge is out again').hasTarget).toBe(false)
  })

  it.each([
    ['Buenos días a todos mis vecinos, gracias por venir al mercado.', 'es'],
    ['Bonjour à tous, merci pour votre travail dans la campagne.', 'fr'],
    ['Ich finde die neue Straße sehr gut für unsere Stadt.', 'de'],
    ['你好，大家早上好，今天天气很好', 'zh'],
    ['Voy a matarte', 'es'],
    ['Te voy a matar', 'es'],
    ['Gracias amigo', 'es'],
    ['du bist dumm', 'de'],
    ['Я тебя убью', 'ru'],
  ])('report another language: %s', (text, language) => expect(traitsOf(text).foreignLanguage).toBe(language))

  it.each([
    'Joe Donnelly and Mitch Daniels',
    'E pluribus unum is on the coin',
    'gonna b there 2nite w/ my fam',
    'Go Hoosiers Go IU Purdue',
    'Carpe diem, y’all',
    'hola',
    'lol ok',
    'Joe Donnelly',
    'Maria Lopez',
    'Go Hoosiers',
    'taco tuesday',
    'Wabash township levy',
  ])('call it English otherwise: %s', (text) => expect(traitsOf(text).foreignLanguage).toBeNull())
})

describe('very short posts', () => {
  it.each([
    'You disgusting whore',
    'Voy a matarte',
    'You filthy pig',
    'yourallstupidbitches go away',
    'I’ll kill you',
    'Sharon is a slut',
  ])('with an insult, a threat or in another language are not published: %s', (text) =>
    expect(bundledVerdict(text).outcome).not.toBe('approved'),
  )

  it.each(['Thank you all', 'You rock, Marge', 'See you Sunday', 'Love you guys', 'Well said, Carl', 'Wrong again'])(
    'that are kind or curt are published: %s',
    (text) => expect(bundledVerdict(text).outcome).toBe('approved'),
  )
})

describe('greetings and invitations are published', () => {
  it.each([
    'Merry Christmas to all of you and your families.',
    'See you at the pancake breakfast on Sunday',
    'Happy Easter to your family from ours.',
    'A merry Christmas to you, your husband and your children!',
    'See you at the spaghetti dinner on Friday',
    'We look forward to seeing your kids at the egg hunt.',
    'I will see you and your family at church tomorrow.',
  ])('%s', (text) => expect(bundledVerdict(text).outcome).toBe('approved'))
})

describe('posts rejected or held without reason in the past', () => {
  it.each([
    ['This is stupid.', 'approve'],
    ['😂'.repeat(60), 'approve'],
    ['lol', 'approve'],
    ['Nice!', 'approve'],
    ['Buenos días a todos mis vecinos, gracias por venir al mercado.', 'review'],
    ['I will shoot you tonight', 'reject'],
  ])('%s: %s', (text, suggestion) => expect(bundledVerdict(text).suggestion).toBe(suggestion))
})
