import { expect, it } from 'vitest'
import { checkedSource } from '../../contract/sources.ts'
import { valueText } from './changes.ts'
import { fullSource, shortSource } from './sources.ts'

const news = checkedSource({ utmSource: 'news', utmCampaign: 'may', landingPage: '/issues' })

it('a source is named by its parameters, else by the first other part', () => {
  expect(shortSource(news)).toBe('news / may')
  expect(shortSource(checkedSource({ code: 'k7f2', landingPage: '/' }))).toBe('k7f2')
  expect(shortSource(checkedSource({ landingPage: '/' }))).toBe('/')
  expect(shortSource(checkedSource({}))).toBe('None')
  expect(shortSource(null)).toBe('Not recorded')
})

it('the opened row and the history name every part that is there', () => {
  const said = 'Utm source: news, Utm campaign: may, Landing page: /issues'
  expect(fullSource(news)).toBe(said)
  expect(valueText('firstSource', news)).toBe(said)
  expect([fullSource(checkedSource({})), valueText('actSource', checkedSource({}))]).toEqual(['None', 'None'])
  expect([fullSource(null), valueText('actSource', null)]).toEqual(['Not recorded', 'Not recorded'])
})
