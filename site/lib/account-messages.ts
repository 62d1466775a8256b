import { tryAgain } from './messages.ts'

/** Messages of the account’s own pages and of a change of user, which no other page needs. */
export const accountMessages = {
  changedUser: {
    other: (name: string, email: string) => `${name} (${email}) is signed in now.`,
    none: 'No one is signed in now.',
    consequence: (owner: string) =>
      `This page belongs to ${owner}, so nothing can be saved from it. What you typed is still here.`,
    open: (name: string) => `Open this page as ${name}`,
    signIn: 'Sign in again in a new tab',
  },
  photo: {
    notConfigured: { title: 'Coming soon', description: 'Profile photo upload will be available soon.' },
    done: { title: 'Photo updated', description: 'Your new photo is saved.' },
    removed: { title: 'Photo removed', description: 'Your initials are shown instead.' },
    failed: { title: 'Update failed', description: 'Failed to update your photo. Please try again.' },
    tooLarge: {
      title: 'Update failed',
      description: 'This picture is too large to open here. Please choose one no larger than 5 MB.',
    },
  },
  deletion: {
    requested: { title: 'Account deletion scheduled', description: 'Until then, you can change your mind.' },
    kept: { title: 'Account kept', description: 'Your account will not be deleted.' },
    failed: { title: 'Account deletion failed', description: tryAgain },
    keepFailed: { title: 'Update failed', description: 'Your account is still set to be deleted. Please try again.' },
  },
  ownItems: {
    notLoaded: { title: 'Error', description: 'What you sent could not be loaded. Please try again.' },
    corrected: { title: 'Sent for review', description: 'We’ll read it before it appears on the website.' },
    correctFailed: { title: 'Not sent', description: tryAgain },
    withdrawn: { title: 'Withdrawn', description: 'It’s no longer on the website or with our team for review.' },
    withdrawFailed: { title: 'Not withdrawn', description: tryAgain },
    renamed: { title: 'Name changed', description: 'We’ll expect you under this name.' },
    renameFailed: { title: 'Name not changed', description: tryAgain },
    cancelled: { title: 'Registration cancelled', description: 'Thank you for letting us know.' },
    cancelFailed: { title: 'Not cancelled', description: tryAgain },
  },
  ownLink: {
    mailed: { title: 'Check your email', description: 'If we know this address, the link is on its way.' },
    failed: { title: 'Error', description: 'Failed to send the link. Please try again.' },
  },
  known: { failed: { title: 'Error', description: 'What we know about you could not be loaded. Please try again.' } },
  personalExport: {
    done: { title: 'Download started', description: 'The file contains everything we have about you.' },
    failed: { title: 'Download failed', description: tryAgain },
  },
} as const
