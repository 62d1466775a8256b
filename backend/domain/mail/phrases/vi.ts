import type { Phrases } from './phrases.ts'

/** Vietnamese. */
export const vi: Phrases = {
  gone: ['(?:người dùng|người nhận|địa chỉ|tài khoản|hộp thư) không (?:tồn tại|tìm thấy)'],
  aboutUs: ['người gửi'],
  absence: ['trả lời tự động'],
}
