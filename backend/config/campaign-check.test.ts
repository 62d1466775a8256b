import { describe, expect, it } from 'vitest'
import { type Campaign, campaign } from '../../contract/campaign.ts'
import { checkCampaign } from './campaign-check.ts'
import { ConfigError } from './config.ts'

const complaint = (changes: Partial<Campaign>): string => {
  try {
    checkCampaign({ ...campaign, ...changes })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('the campaign file', () => {
  it('passes as it stands', () => expect(complaint({})).toBe('none'))

  it.each<[string, Partial<Campaign>]>([
    ['candidate must not be empty', { candidate: '  ' }],
    ['email must be an email address', { email: 'hello' }],
    ['donateUrl must be a link that begins with https://', { donateUrl: 'http://example.org/donate' }],
    ['donateUrl must be a link that begins with https://', { donateUrl: 'javascript:alert(1)' }],
    ['social.0.url must be a link', { social: [{ kind: 'x', label: 'X', url: '/x' }] }],
    ['timeZone must be an IANA time zone', { timeZone: 'Indiana' }],
    ['timeZone must be an IANA time zone', { timeZone: '+05:00' }],
    ['highlightedIssue.title must not be empty', { highlightedIssue: { title: '', description: 'x' } }],
    ['pledge.deadline must not be empty', { pledge: { amount: '$1', deadline: '' } }],
    ['signupGoal must be at least 1', { signupGoal: 0 }],
    ['signupGoal must be a whole number', { signupGoal: 1.5 }],
    ['colours.red must be a colour such as', { colours: { ...campaign.colours, red: 'red;}body{' } }],
  ])('is refused: %s', (said, changes) => expect(complaint(changes)).toContain(said))

  it('is refused in one sentence that names every wrong field and the file', () =>
    expect(complaint({ email: '', paidForBy: '' })).toBe(
      'Please correct contract/campaign.ts: email must be an email address; paidForBy must not be empty.',
    ))
})
