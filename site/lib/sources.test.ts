import { describe, expect, it } from 'vitest'
import { checkedSource } from '../../contract/sources.ts'
import { sourceName } from '../../records/origins.ts'
import { valueText } from './changes.ts'
import { countedSources, fullSource, sourceChoices } from './sources.ts'

const news = checkedSource({ utmSource: 'news', utmCampaign: 'may', landingPage: '/issues' })

it('a source is named by the tags of a link, else its code, the email campaign, or the site before ours', () => {
  const mail = { mailLink: '7.3', referrer: 'webmail.example', landingPage: '/' }
  expect(sourceName(news)).toBe('news / may')
  expect(sourceName(checkedSource({ ...mail, code: 'k7f2' }))).toBe('k7f2')
  expect(sourceName(checkedSource(mail))).toBe('Email campaign 7 / link 3')
  expect(sourceName(checkedSource({ referrer: 'news.example', landingPage: '/' }))).toBe('news.example')
  expect(sourceName(checkedSource({ landingPage: '/' }))).toBe('None')
  expect(sourceName(null)).toBe('Not recorded')
})

describe('the filter by source', () => {
  const found = [
    { name: 'Not recorded', count: 1200 },
    { name: 'facebook / social / fall', count: 2 },
    { name: 'facebook / social / spring', count: 1 },
    { name: 'facebook_ads', count: 1 },
    { name: 'Email campaign 7 / link 3', count: 1 },
  ]

  it('offers the most frequent sources first, and what several begin with', () => {
    expect(sourceChoices(found)).toEqual([
      ['Not recorded', 'Not recorded (1,200)'],
      ['facebook', 'facebook (3)'],
      ['facebook / social / fall', 'facebook / social / fall (2)'],
      ['facebook / social / spring', 'facebook / social / spring (1)'],
      ['facebook_ads', 'facebook_ads (1)'],
      ['Email campaign 7 / link 3', 'Email campaign 7 / link 3 (1)'],
    ])
  })

  it('offers a hundred, and the chosen one whatever its place', () => {
    const many = Array.from({ length: 150 }, (_, at) => ({ name: `site-${at}`, count: 150 - at }))
    expect(sourceChoices(many)).toHaveLength(100)
    expect(sourceChoices(many, 'site-149').slice(99)).toEqual([
      ['site-99', 'site-99 (51)'],
      ['site-149', 'site-149 (1)'],
    ])
    expect(sourceChoices([], 'gone')).toEqual([['gone', 'gone (0)']])
  })

  it('counts rows that are all there', () => {
    expect(countedSources(['None', 'news', 'None'])).toEqual([
      { name: 'None', count: 2 },
      { name: 'news', count: 1 },
    ])
  })
})

it('the opened row and the history name every part that is there', () => {
  const said = 'Utm source: news, Utm campaign: may, Landing page: /issues'
  expect(fullSource(news)).toBe(said)
  expect(valueText('firstSource', news)).toBe(said)
  expect([fullSource(checkedSource({})), valueText('actSource', checkedSource({}))]).toEqual(['None', 'None'])
  expect([fullSource(null), valueText('actSource', null)]).toEqual(['Not recorded', 'Not recorded'])
})
