import type { SessionEnd } from '../../contract/auth-sessions.ts'

/** Cause of a session’s end, after 'Ended Aug 1, 2025 9:05 AM: '. */
export const sessionEnds: { [End in SessionEnd]: string } = {
  'signed-out': 'signed out',
  'signed-out-elsewhere': 'signed out from another browser',
  'signed-in-again': 'signed in again in the same browser',
  expired: 'not used for too long',
  'password-changed': 'the password was changed',
  'email-changed': 'the email address was changed',
  'address-proven': 'the owner of the email address signed in',
  'second-factor-changed': 'two-step sign-in was turned on',
  'passkey-removed': 'a passkey was removed',
  'rights-changed': 'rights of staff were granted or revoked',
  'account-closed': 'the account was banned or deactivated',
  admin: 'ended by an admin',
  operator: 'ended by the operator of this site',
}
