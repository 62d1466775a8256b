import { describe, expect, it } from 'vitest'
import { type Campaign, campaign } from '../../contract/campaign.ts'
import { checkCampaign } from './campaign-check.ts'
import { ConfigError } from './config.ts'

const errorFor = (changes: Partial<Campaign>): string => {
  try {
    checkCampaign({ ...campaign, ...changes })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('the campaign file', () => {
  it('is valid in the repository', () => expect(errorFor({})).toBe('none'))

  it.each<[string, Partial<Campaign>]>([
    ['candidate must not be empty', { candidate: '  ' }],
    ['email must be an email address', { email: 'hello' }],
    ['donateUrl must be a link that starts with https://', { donateUrl: 'http://example.org/donate' }],
    ['donateUrl must be a link that starts with https://', { donateUrl: 'javascript:alert(1)' }],
    ['social.0.url must be a link', { social: [{ kind: 'x', label: 'X', url: '/x' }] }],
    ['timeZone must be an IANA time zone', { timeZone: 'Indiana' }],
    ['timeZone must be an IANA time zone', { timeZone: '+05:00' }],
    ['highlightedIssue.title must not be empty', { highlightedIssue: { title: '', description: 'x' } }],
    ['pledge.deadline must not be empty', { pledge: { amount: '$1', deadline: '' } }],
    ['signupGoal must be at least 1', { signupGoal: 0 }],
    ['signupGoal must be a whole number', { signupGoal: 1.5 }],
    ['colors.red must be a color such as', { colors: { ...campaign.colors, red: 'red;}body{' } }],
  ])('is rejected: %s', (message, changes) => expect(errorFor(changes)).toContain(message))

  it('is rejected with one sentence that names the file and every wrong field', () =>
    expect(errorFor({ email: '', paidForBy: '' })).toBe(
      'Please correct contract/campaign.ts: email must be an email address; paidForBy must not be empty.',
    ))
})
