/** Why sign-in with a provider failed, after the provider’s name: for the sign-in page and the settings. */
export const providerProblems = {
  'not-configured': 'sign-in is not set up on this site yet. Please sign in with your email address.',
  'from-elsewhere': 'sign-in was started by another site, so we stopped it. To sign in, press the button here.',
  cancelled: 'did not sign you in. You can try again, or use your email address.',
  expired: 'took too long, or finished in another browser window. Please try again.',
  failed: 'could not sign you in right now. Please try again later, or use your email address.',
  'no-email': 'did not share your email address with us. Please sign in with your email address instead.',
  'address-taken':
    'gave us an email address that already has an account here. Please sign in to it first, then connect the two under Settings > Security.',
  'address-unconfirmed':
    'gave us an email address whose account here was never confirmed. Please sign in with a magic link once; after that, both work.',
  'linked-elsewhere': 'is already connected to another account here. Disconnect it there first.',
  'not-proven':
    'cannot be connected yet: you signed in too long ago. Please sign in again, then connect it within 15 minutes.',
  busy: 'sign-in is very busy right now. Please try again in a minute.',
  banned: 'signed you in, but this account is banned. Contact us if you think that is a mistake.',
  inactive: 'signed you in, but this account is deactivated. Contact us if you want to use it again.',
} as const
