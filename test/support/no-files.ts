/** For an erasure of people without photos, mail and campaigns. */
export const noFiles = {
  photos: { forget: async () => {} },
  forgetMail: async () => {},
  emailCampaignSending: { forget: async () => {} },
}
