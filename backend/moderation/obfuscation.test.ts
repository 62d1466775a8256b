import { describe, expect, it } from 'vitest'
import { bundledVerdict } from '../../test/support/moderation/bundled-verdict.ts'
import { bundledModel } from './bundled-model.ts'
import { readPost } from './reading.ts'

const wordsOf = (text: string) =>
  readPost(text, bundledModel().vocabulary)
    .readings.map((reading) => reading.text)
    .join(' ')

describe('a disguised word is read plainly', () => {
  it.each([
    ['spaced', 'I will k i l l you', 'i will kill you'],
    ['dotted', 'I will k.i.l.l you', 'i will kill you'],
    ['dashed', 'I will k-i-l-l you', 'i will kill you'],
    ['underscored', 'I will k_i_l_l you', 'i will kill you'],
    ['in leetspeak', 'I will k1ll you', 'i will kill you'],
    ['with signs for letters', 'you stup!d par@site', 'you stupid parasite'],
    ['in Cyrillic look-alikes', 'you раthеtiс fооl', 'you pathetic fool'],
    ['in Greek look-alikes', 'you ραthετic lοsεr', 'you pathetic loser'],
    ['full-width', 'ｋｉｌｌ you', 'kill you'],
    ['mathematical', '𝐤𝐢𝐥𝐥 𝓎𝑜𝓊', 'kill you'],
    ['in boxes', '🅺🅸🅻🅻 you', 'kill you'],
    ['accented', 'kíłł yöü', 'kill you'],
    ['with zero-width characters', 'k\u200bi\u200cl\u200dl you', 'kill you'],
    ['with a soft hyphen', 'mur\u00adder you', 'murder you'],
    ['with letters repeated', 'you stuuuuupid idiooooot', 'you stupid idiot'],
    ['with letters swapped', 'you paarsite', 'you parasite'],
    ['with a letter left out', 'you parsite', 'you parasite'],
    ['with a letter starred out', 'you st*pid idi*t', 'you stupid idiot'],
    ['broken by a hyphen', 'you stu-pid id-iot', 'you stupid idiot'],
    ['glued together', 'killyourself', 'kill yourself'],
  ])('%s', (_, text, plain) => {
    expect(wordsOf(text)).toBe(plain)
  })
})

describe('an emoji is read as the word it stands for', () => {
  it.each([
    ['a beast', 'they are 🐀🐀', 'they are rat rat'],
    ['a weapon', '🔪 him', 'knife him'],
    ['a person with a skin tone', '👩🏿 and 👨🏻‍🦽', 'woman black and man white disabled'],
    ['a thumb with a skin tone', '👍🏿', 'good'],
    ['a flag of a nation', '🇲🇽 food', 'mexican food'],
    ['another flag', '🇦🇶', 'flag'],
    ['the flag of the rainbow', '🏳️‍🌈', 'flag gay'],
    ['one it does not know', 'see 🧩', 'see 🧩'],
  ])('%s', (_, text, plain) => {
    expect(wordsOf(text)).toBe(plain)
  })
})

describe('text without a disguise stays as it is', () => {
  it.each([
    ['ordinals and amounts', 'the 2nd at 7pm, 100k', 'the 2nd at 7pm 100k'],
    ['prices', 'give $25 or 10$ more', 'give 25 or 10 more'],
    ['single letters of a sentence', 'I am a member', 'i am a member'],
    ['hyphenated words', 'well-known co-chair', 'well known co chair'],
    ['an exclamation mark', 'vote!', 'vote'],
  ])('%s', (_, text, plain) => {
    expect(wordsOf(text)).toBe(plain)
  })
})

describe('a disguised violation is held like a plain one', () => {
  const plain = 'You are a worthless idiot and I will kill you'
  it.each([
    ['spaced', 'You are a w o r t h l e s s i d i o t and I will k i l l you'],
    ['leetspeak', 'You are a w0rthl3ss 1d10t and I will k1ll you'],
    ['look-alikes', 'You аrе а wоrthlеss іdіоt and I wіll kіll you'],
    ['zero width', [...plain].join('\u200b')],
    ['repeated', 'You are a worthlessss idiooot and I will kiiiill you'],
    ['capitals', plain.toUpperCase()],
    ['full-width', 'Ｙｏｕ are a ｗｏｒｔｈｌｅｓｓ ｉｄｉｏｔ and I will ｋｉｌｌ you'],
  ])('%s', (_, text) => {
    expect(bundledVerdict(text).confidence).toBeGreaterThanOrEqual(30)
    expect(bundledVerdict(text).violationType).toBe(bundledVerdict(plain).violationType)
  })

  it('points at the disguised word in the original text', () => {
    const text = 'You are a total i\u200bd\u200bi\u200bo\u200bt'
    expect(
      bundledVerdict(text).spans.some(({ start, end }) =>
        text.slice(start, end).includes('i\u200bd\u200bi\u200bo\u200bt'),
      ),
    ).toBe(true)
  })
})
