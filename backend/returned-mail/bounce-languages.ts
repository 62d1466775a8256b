/**
 * Words in which programs write that they return mail, in languages of other scripts and orders of words; see bounce-words.ts. Without
 * the border of words, which only ASCII letters have.
 */
export const failureSubjectInLanguages =
  /недоставлен|не доставлен|ошибка доставки|не вдалося доставити|配信(?:エラー|できません|不能|失敗)|配送(?:エラー|失敗)|送信エラー|メールエラー|エラー通知|退信|(?:投递|投遞|发送|傳送)失败|(?:投递|投遞|傳送)失敗|无法投递|未送达|반송|(?:배달|전송) 실패|nedoručiteln|nedoručen|kézbesíthetetlen|teslim edilemedi|ikke levert|kunde inte levereras|ei voitu toimittaa/i

export const failureInLanguages =
  /не (?:было |может быть |удалось )?доставл?(?:ен|ить)|не вдалося доставити|(?:配信|配送|お届け|送信)(?:を)?(?:できません|できなかった|に失敗)|无法(?:投递|送达|发送)|無法(?:投遞|送達|傳送)|未能(?:投递|送达)|被退回|전달할 수 없|배달하지 못|nie (?:udało się|można|mogła?) .{0,40}dostarcz|nemohla? být doruč|nem kézbesíthet|teslim edilemedi|kunde inte levereras|kunne ikke leveres|ei voitu toimittaa/i

/** The server has not given up. */
export const delayInLanguages =
  /задерж|повторн\S+ попыт|попытки .{0,30}продолж|再送|遅延|延迟|延遲|继续(?:尝试|投递)|繼續嘗試|지연|opóźnion|kolejn\S+ prób|próby będą kontynuowane|zpoždění|forsinke|försena|fortsätter att försöka|yeniden denen|gecik|tovább próbálkoz|késlelt|계속 시도/i

/** Absence notes begin so. */
export const absenceInLanguages =
  /^(?:автоответ|автоматический ответ|автовідповідь|自動(?:返信|応答)|不在|自动(?:回复|答复)|自動(?:回覆|答覆)|자동 ?(?:응답|회신)|automatyczna odpowied|automatická odpov|automatikus válasz|otomatik yanıt|automaattinen|αυτόματη απάντηση|תשובה אוטומטית|מענה אוטומטי|رد تلقائي|الرد التلقائي|r[ăa]spuns automat|automatski odgovor|samodejni odgovor|автоматичен отговор|trả lời tự động|balasan otomatis|การตอบกลับอัตโนมัติ|ตอบกลับอัตโนมัติ|resposta automàtica)/i
