import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Campaign,
  type CampaignTexts,
  campaign,
  campaignTexts,
  privacy,
  volunteerInterests,
} from '../../contract/campaign.ts'
import { formSentences, signUp } from '../../contract/form-notes.ts'
import { checkCampaign, rejectSampleCampaign, rejectUnnamedModerator, sampleNotice } from './campaign-check.ts'
import { ConfigError } from './config.ts'
import { openCampaignFolder } from './own-campaign.ts'

const errorFor = (
  changes: Partial<Campaign>,
  texts: Partial<CampaignTexts> = {},
  interests: readonly string[] = volunteerInterests,
): string => {
  try {
    checkCampaign({ ...campaign, ...changes }, { ...campaignTexts, ...texts }, interests)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('in production', () => {
  it('the sample campaign of the repository is rejected, and every sample is named', () => {
    expect(() => rejectSampleCampaign(campaign)).toThrow(
      /^The campaign still has sample values \(candidate, .*donateUrl.*\)\. Write your own into campaign\/campaign\.json \(docs\/campaign\.md\), then build again\.$/,
    )
    const own = JSON.parse(
      JSON.stringify(campaign)
        .replace(/Your (?:Candidate|City)/g, 'Somewhere')
        .replaceAll('example.org', 'ours.us'),
    )
    expect(() => rejectSampleCampaign(own)).not.toThrow()
  })

  it('the file to write is named in the folder that CAMPAIGN_DIR chose', () => {
    expect(sampleNotice(campaign, openCampaignFolder('/etc/campaign/words'))).toContain(
      'Write your own into /etc/campaign/words/campaign.json (',
    )
  })

  it('the list of ZIP codes of the example would put every supporter outside of the district', () => {
    const example = join(import.meta.dirname, '..', '..', 'docs', 'campaign-example')
    expect(sampleNotice(campaign, openCampaignFolder(example))).toMatch(
      / docs\/campaign-example\/zip-codes\.csv is the example\. List the ZIP codes of your district there, or remove it\.$/,
    )
  })
})

describe('the campaign file', () => {
  it('is valid in the repository', () => expect(errorFor({})).toBe('none'))

  it.each<[string, Partial<Campaign>]>([
    ['controlShare must be at least 0.01', { controlShare: 0 }],
    ['candidate must not be empty', { candidate: '  ' }],
    ['email must be an email address', { email: 'hello' }],
    ['candidate must be one line without invisible characters', { candidate: 'Jane\r\nBcc: x@y.us' }],
    ['office must be one line without invisible characters', { office: 'for \u202eCongress' }],
    ['candidate must not contain =?', { candidate: '=?utf-8?Q?Jane?=' }],
    ['candidate and office must have at most 200 characters together', { candidate: 'J'.repeat(195) }],
    ['donateUrl must be a link that starts with https://', { donateUrl: 'http://example.org/donate' }],
    ['donateUrl must be a link that starts with https://', { donateUrl: 'javascript:alert(1)' }],
    ['social.0.url must be a link', { social: [{ kind: 'x', label: 'X', url: '/x' }] }],
    ['timeZone must be an IANA time zone', { timeZone: 'Indiana' }],
    ['timeZone must be an IANA time zone', { timeZone: '+05:00' }],
    ['highlightedIssue.title must not be empty', { highlightedIssue: { title: '', description: 'x' } }],
    ['pledge.deadline must not be empty', { pledge: { amount: '$1', deadline: '' } }],
    ['signupGoal must be at least 1', { signupGoal: 0 }],
    ['signupGoal must be a whole number', { signupGoal: 1.5 }],
    ['furtherGoals.1 must be at least 1', { furtherGoals: [50, 0] }],
    ['colors.primary must be a color such as', { colors: { ...campaign.colors, primary: 'red;}body{' } }],
    [
      'colors.night (#7fb2e5) is too light: white text on it has a contrast of 2.2:1 and needs 4.5:1',
      { colors: { ...campaign.colors, night: '#7fb2e5' } },
    ],
    ['colors.paper (#a08040) is too dark: text in', { colors: { ...campaign.colors, paper: '#a08040' } }],
  ])('is rejected: %s', (message, changes) => expect(errorFor(changes)).toContain(message))

  it('is rejected when a text of the page test does not fit the top of the home page', () =>
    expect(
      errorFor({}, { pageTest: { headlines: [{ id: 'long', text: 'for Everybody in the Valley' }], issues: [] } }),
    ).toBe('Please correct contract/campaign.ts: pageTest.headlines.0.text must have at most 21 characters.'))

  it.each<[string, Partial<CampaignTexts['forumCategories'][number]>]>([
    ['forumCategories must give each category an id of its own', { id: 1 }],
    ['forumCategories must give each category a slug of its own', { slug: 'policy-discussion' }],
    ['forumCategories.4.slug must be words in small letters, joined by hyphens', { slug: 'Farm Life' }],
    ['forumCategories.4.name must not be empty', { name: ' ' }],
  ])('is rejected: %s', (message, change) => {
    const farms = { id: 5, name: 'Farms', slug: 'farms', description: 'Fields and cattle.', color: 'red' } as const
    const { forumCategories } = campaignTexts
    expect(errorFor({}, { forumCategories: [...forumCategories, farms] })).toBe('none')
    expect(errorFor({}, { forumCategories: [...forumCategories, { ...farms, ...change }] })).toContain(message)
  })

  it.each([
    ['volunteerInterests must name at least one interest', []],
    ['volunteerInterests must name each interest only once', ['Research', 'Research']],
    ['volunteerInterests.0 must have at most 40 characters', ['x'.repeat(41)]],
  ])('is rejected: %s', (message, interests) => expect(errorFor({}, {}, interests)).toContain(message))

  it('may omit the hours of volunteers', () => {
    expect(errorFor({ hoursLogged: null })).toBe('none')
    expect(errorFor({ hoursLogged: -1 })).toContain('hoursLogged must not be negative')
  })

  it('is rejected with one sentence that names the file and every wrong field', () =>
    expect(errorFor({ email: '', paidForBy: '' })).toBe(
      'Please correct contract/campaign.ts: email must be an email address; paidForBy must not be empty.',
    ))
})

it('docs/campaign-example has every field that a campaign may write, as the product has it', async () => {
  const content = join(import.meta.dirname, '..', '..', 'site', 'content')
  const pages = await Promise.all(readdirSync(content).map((name) => import(join(content, name))))
  const texts = Object.assign({ ...campaignTexts, volunteerInterests, privacy, signUp, formSentences }, ...pages)
  const example = '../../docs/campaign-example'
  await expect(`${JSON.stringify(campaign, null, 2)}\n`).toMatchFileSnapshot(`${example}/campaign.json`)
  await expect(`${JSON.stringify(texts, null, 2)}\n`).toMatchFileSnapshot(`${example}/texts.json`)
})

describe('an outside moderator', () => {
  const url = 'https://judge.example.net/posts'

  it('of a company is rejected until the privacy page names it', () => {
    expect(() => rejectUnnamedModerator(url, { outsideModerator: ' ' })).toThrow(
      /^MODERATION_URL sends forum posts to judge\.example\.net, but the privacy page says .* campaign\/texts\.json/,
    )
    expect(() => rejectUnnamedModerator(url, { outsideModerator: 'Judge, Inc.' })).not.toThrow()
  })

  it.each([null, 'http://127.0.0.1:9000/', 'http://10.0.0.7/', 'http://moderator:8080/', 'http://judge.internal/'])(
    'at %s is our own',
    (ours) => {
      expect(() => rejectUnnamedModerator(ours, { outsideModerator: '' })).not.toThrow()
    },
  )
})
