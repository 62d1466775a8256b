import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { everyRight } from '../records/staff-rights.ts'
import { profile } from '../records/users.ts'
import { ownPath, requiredEmail, requiredText } from './fields.ts'
import { rowOf } from './record-rows.ts'
import { shownWording } from './wordings.ts'

/** The signed-in person, as shown to themselves. */
export const currentUser = z.object({
  id: z.int(),
  email: z.string(),
  ...rowOf(profile),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  isBanned: z.boolean(),
  isEmailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** As entered: it is not trimmed, and only composed (NFC) before it is hashed. */
export const password = z.string().min(1, 'This field is required.').max(1000, 'Use at most 128 characters.')

const signedIn = z.object({ user: currentUser })

/**
 * The first step succeeded; the second one is POST /api/auth/second-factor/verify, or …/second-factor/passkey, in the
 * same browser, within five minutes.
 */
const codeNeeded = z.object({ isCodeNeeded: z.literal(true) })
export type CodeNeeded = z.infer<typeof codeNeeded>

export const readAuthStatus = endpoint('GET', '/api/auth/status', {
  summary: 'Who is signed in.',
  schema: {
    response: {
      200: z.object({
        user: currentUser.nullable(),
        isAuthenticated: z.boolean(),
        /**
         * For staff who have to set up two-step sign-in: `now` closes the console until then, `soon` leaves it open in
         * this session.
         */
        secondFactorDue: z.enum(['soon', 'now']).optional(),
        /** The rights of a person with a role, except for single events; absent for admins, who may do everything, and for others. */
        rights: z.array(z.enum(everyRight)).optional(),
        /** The events whose guests this person may see by a role for one event; absent: none. */
        events: z.array(z.object({ id: z.int(), title: z.string() })).optional(),
      }),
    },
  },
})

export type AuthStatus = z.infer<(typeof readAuthStatus.schema.response)[200]>

export const register = endpoint('POST', '/api/auth/register', {
  summary: 'Create an account and sign in.',
  schema: {
    body: z.strictObject({
      email: requiredEmail,
      password,
      firstName: requiredText(100),
      lastName: requiredText(100),
      ...shownWording,
    }),
    response: { 201: signedIn },
  },
})

export const login = endpoint('POST', '/api/auth/login', {
  summary: 'Sign in with email and password.',
  schema: {
    body: z.strictObject({ email: requiredEmail, password }),
    response: { 200: z.union([signedIn, codeNeeded]) },
  },
})

export const logout = endpoint('POST', '/api/auth/logout', {
  summary: 'Sign out of this browser.',
  schema: { response: { 200: z.object({ message: z.string() }) } },
})

export const sendMagicLink = endpoint('POST', '/api/auth/magic-link/send', {
  summary: 'Request a one-time sign-in link by email; the response is the same for known and unknown addresses.',
  schema: {
    body: z.strictObject({
      email: requiredEmail,
      /** Where the person goes afterwards. */
      next: ownPath.optional(),
    }),
    response: {
      202: z.object({
        message: z.string(),
        /** Signs in along with the code from the mail. */
        codeToken: z.string(),
      }),
    },
  },
})

/** Signed by us and sent by email. */
export const mailedToken = z.string().min(1).max(2000)

/** A password set before the address was verified is assumed to be someone else’s. */
const signedInByMail = signedIn.extend({ isPasswordRemoved: z.boolean() })

export const verifyMagicLinkCode = endpoint('POST', '/api/auth/magic-link/code', {
  summary: 'Sign in with the six digits from the mail, on the page that asked for it; five tries.',
  schema: {
    body: z.strictObject({
      codeToken: mailedToken,
      /** Six digits; spaces and dashes are ignored. */
      code: z
        .string()
        .trim()
        .min(1, 'This field is required.')
        .max(20, 'This code is too long.')
        .regex(/^(?:[\s-]*\d){6}[\s-]*$/, 'Enter the six digits from the email.'),
    }),
    response: { 200: z.union([signedInByMail, codeNeeded]) },
  },
})

export const verifyMagicLink = endpoint('POST', '/api/auth/magic-link/verify', {
  summary: 'Sign in with the token from the mail; creates the account if there is none.',
  schema: { body: z.strictObject({ token: mailedToken }), response: { 200: z.union([signedInByMail, codeNeeded]) } },
})

/** Used by the one-time link printed at the first start. */
export const becomeFirstAdmin = endpoint('POST', '/api/auth/first-admin', {
  summary: 'Create the first admin account with the one-time link printed by the server.',
  schema: {
    body: z.strictObject({
      token: z.string().min(1).max(2000),
      email: requiredEmail,
      password,
      firstName: requiredText(100),
      lastName: requiredText(100),
    }),
    response: { 201: z.union([signedIn, codeNeeded]) },
  },
})
