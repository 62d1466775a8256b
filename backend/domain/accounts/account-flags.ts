/**
 * The flags of an account after each event that sets some. The rules, the read tables, the history and the form of an
 * account all take them from here.
 */
export const accountFlags = {
  UserRegistered: { isAdmin: false, isActive: true, isBanned: false, isEmailVerified: false },
  AdminGranted: { isAdmin: true },
  AdminRevoked: { isAdmin: false },
  UserBanned: { isBanned: true },
  UserUnbanned: { isBanned: false },
  UserDeactivated: { isActive: false },
  UserReactivated: { isActive: true },
  UserEmailVerified: { isEmailVerified: true },
  UserEmailVouched: { isEmailVerified: true },
  UserEmailUnverified: { isEmailVerified: false },
} as const
