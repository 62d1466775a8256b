import { expect, it } from 'vitest'
import { replyAddressProblem } from './reply-addresses.ts'

const ours = { domain: 'example.org', others: ['hello@example.com'] }

it('replies go to the sender, to any address of its domain, or to one that the settings name', () => {
  for (const address of [null, 'office@example.org', 'Office@Example.Org', 'Hello@example.com'])
    expect(replyAddressProblem(address, ours), String(address)).toBeNull()
})

it('and to no other: also not to other people with a mailbox at the sender’s provider', () => {
  expect(replyAddressProblem('office@example.com', ours)).toBe(
    'Replies can only go to an address at example.org or hello@example.com. Ask the person who runs the server to add another one to MAIL_REPLY_ADDRESSES.',
  )
  expect(replyAddressProblem('stranger@gmail.com', { ...ours, domain: null })).toMatch(/^Replies can only go to hello@/)
})
