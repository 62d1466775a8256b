import { describe, expect, it } from 'vitest'
import { bundledVerdict } from '../../test/support/moderation/bundled-verdict.ts'
import type { Traits } from '../domain/screening.ts'
import { classifyByBundledModel } from './bundled-model.ts'

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
    ['It’s the town-hall road', 4],
    ['大家早上好', 5],
  ])('count its words: %s', (text, words) => expect(traitsOf(text).words).toBe(words))

  it.each(['I will shoot you', '🔪🔪🔪', 'call 555-867-5309', 'kys', 'write to ann@example.org', 'tr*nny'])(
    'report harm: %s',
    (text) => expect(traitsOf(text).holdsHarm).toBe(true),
  )
  it.each(['This is stupid.', '😂'.repeat(40), 'lol', 'Thank you'])('report no harm: %s', (text) =>
    expect(traitsOf(text).holdsHarm).toBe(false),
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
  ])('report another language: %s', (text, language) => expect(traitsOf(text).foreignLanguage).toBe(language))

  it.each([
    'Joe Donnelly and Mitch Daniels',
    'E pluribus unum is on the coin',
    'gonna b there 2nite w/ my fam',
    'Go Hoosiers Go IU Purdue',
    'Carpe diem, y’all',
    'hola',
  ])('call it English otherwise: %s', (text) => expect(traitsOf(text).foreignLanguage).toBeNull())
})

describe('posts rejected or held without reason in the past', () => {
  it.each([
    ['This is stupid.', 'approve'],
    ['😂'.repeat(60), 'approve'],
    ['lol', 'approve'],
    ['Nice!', 'approve'],
    ['Every word out of your mouth is stupid, and so are you.', 'review'],
    ['Buenos días a todos mis vecinos, gracias por venir al mercado.', 'review'],
    ['I will shoot you tonight', 'reject'],
  ])('%s: %s', (text, suggestion) => expect(bundledVerdict(text).suggestion).toBe(suggestion))
})
