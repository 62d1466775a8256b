/** `code` of an error that the site answers with a dialog or a page, instead of showing its sentence. */
export const problemCodes = {
  /** 403: the action requires a proof of the last ten minutes (contract/auth-proof.ts). */
  proofNeeded: 'proof-needed',
  /** 403: administrators need two-step sign-in here, and this one has none. */
  secondFactorNeeded: 'second-factor-needed',
} as const
