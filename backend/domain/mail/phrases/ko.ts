import type { Phrases } from './phrases.ts'

/** Korean. */
export const ko: Phrases = {
  gone: [
    '(?:사용자|수신자|주소|계정).{0,6}(?:존재하지 않|없습니다|찾을 수 없)',
    '(?:존재하지 않는|없는) (?:사용자|수신자|주소|계정)',
  ],
  forNow: ['일시'],
  full: ['(?:사서함|메일함).{0,6}(?:가득|초과)'],
  aboutUs: ['발신자', '스팸', '차단'],
  failureSubject: ['반송', '(?:배달|전송) 실패'],
  failure: ['전달할 수 없', '배달하지 못'],
  delay: ['지연', '계속 시도'],
  absence: ['자동 ?(?:응답|회신)'],
}
