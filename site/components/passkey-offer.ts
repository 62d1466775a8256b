const pause = 200 // ms: what people came for first

/** Lets the browser offer passkeys in the email field, before anybody touches it. */
export function offerPasskeys(): void {
  if (typeof PublicKeyCredential === 'undefined') return
  const offer = async () => (await import('../stores/sign-in/passkey.ts')).offer()
  // Without its script, the button is still there.
  setTimeout(() => void offer().catch(() => {}), pause)
}
