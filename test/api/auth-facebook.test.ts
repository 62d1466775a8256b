import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { origin } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'
import { providerBrowser } from '../support/providers/provider-visits.ts'
import { startProfileProvider } from './profile-provider.ts'

let provider: Awaited<ReturnType<typeof startProfileProvider>>
beforeAll(async () => {
  provider = await startProfileProvider()
})
afterAll(() => provider.close())

const fay = { id: '10221', email: 'fay@example.org', first_name: 'Fay', last_name: 'Hill' }

async function site() {
  provider.profile.current = fay
  const auth = await createTestApp({ identity: 'real', facebook: provider.settings })
  async function signIn(query = '') {
    const visitor = providerBrowser(auth.app, 'facebook')
    const ended = await visitor.comeBack(await provider.visit(await visitor.leave(query)))
    return { ended, user: await visitor.person() }
  }
  const problem = (code: string) => `/login?provider=facebook&problem=${code}`
  return { ...auth, signIn, problem }
}

describe('with Facebook', () => {
  it('a new person gets an account with an unverified address, and the same one next time', async () => {
    const { signIn } = await site()
    const { ended, user } = await signIn('?next=/volunteer')
    expect(ended).toBe('/login?signed-in=facebook&next=%2Fvolunteer')
    expect(user).toMatchObject({ id: 1, email: 'fay@example.org', isEmailVerified: false })
    expect((await signIn()).user.id).toBe(1)
  })

  it('an address with an account never opens that account, even if we have verified it', async () => {
    const { signIn, post, sent, problem } = await site()
    await post('magic-link/send', { email: fay.email })
    await post('magic-link/verify', { token: mailedToken(sent, fay.email) })
    const { ended, user } = await signIn()
    expect([ended, user]).toEqual([problem('address-taken'), null])
  })

  it.each([undefined, '', 'not an address'])('without an address (%j) there is no account', async (email) => {
    const { signIn, problem, eventTypes } = await site()
    provider.profile.current = { id: '7', ...(email !== undefined && { email }) }
    expect((await signIn()).ended).toBe(problem('no-email'))
    expect(await eventTypes()).toEqual([])
  })

  it('an answer that is not a profile does not sign in', async () => {
    const { signIn, problem } = await site()
    provider.profile.current = { id: '' }
    expect((await signIn()).ended).toBe(problem('failed'))
  })

  it('a flow started with another provider cannot be completed here', async () => {
    const { app, problem } = await site()
    const visitor = providerBrowser(app, 'facebook')
    const back = await provider.visit(await visitor.leave())
    const other = providerBrowser(app, 'google')
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
    expect(await other.comeBack(back.replace('facebook', 'google'))).toBe('/login?provider=google&problem=expired')
    expect(await visitor.comeBack(back)).toBe(problem('expired'))
  })

  it('a code without its verifier is rejected', async () => {
    const { app, problem } = await site()
    const visitor = providerBrowser(app, 'facebook')
    const back = await provider.visit(await visitor.leave())
    for (const name of visitor.cookies.keys()) if (name.includes('flow')) visitor.cookies.set(name, 'A'.repeat(43))
    expect(await visitor.comeBack(back)).toBe(problem('failed'))
  })

  it('a forged callback is rejected', async () => {
    const { app, problem } = await site()
    for (const search of ['', '?code=1', '?code=1&state=made-up'])
      expect(await providerBrowser(app, 'facebook').comeBack(`${origin}/api/auth/facebook/callback${search}`)).toBe(
        problem('expired'),
      )
  })
})
