/**
 * Words that refusal-words.ts looks for, in languages whose words stand in another order or another script. Without the border
 * of words, which only ASCII letters have. Patterns for lower-case text.
 */
export const goneInLanguages = [
  // Italian, Portuguese
  '(?:utente|casella|destinatario|indirizzo|account|dominio)(?: [\\w-]+){0,2} (?:inesistente|non (?:esiste|esistente|trovat[oa]|valid[oa]))',
  '(?:caixa postal|usu[aá]rio|destinat[aá]rio|conta|endere[cç]o)(?: de e?-?mail)? (?:n[aã]o (?:existe|encontrad[oa])|inexistente|desconhecid[oa])',
  // Dutch, Swedish, Danish, Norwegian, Finnish
  '(?:ontvanger|geadresseerde|postbus|postvak|adres) (?:is )?(?:onbekend|bestaat niet|niet gevonden)|onbekende (?:ontvanger|gebruiker)',
  '(?:okänd|ukendt|ukjent) (?:mottagare|modtager|mottaker|användare|bruger|bruker|adress)',
  '(?:mottagaren|modtageren|mottakeren|användaren|brugeren|brukeren|adressen|kontot|kontoen) (?:finns inte|findes ikke|finnes ikke|eksisterer ikke|är okänd|er ukendt|er ukjent)',
  'tuntematon (?:vastaanottaja|käyttäjä)|(?:käyttäjää|vastaanottajaa) ei löydy',
  // Polish, Czech, Slovak, Hungarian, Turkish
  'nie ma (?:takiego|takiej) (?:użytkownika|konta|adresu|adresata|skrzynki|odbiorcy)',
  '(?:konto|skrzynka|użytkownik|adresat|adres|odbiorca)(?: pocztow[ae])? (?:nie istnieje|nieznan[ya])|nieznany (?:użytkownik|adresat|odbiorca)',
  '(?:neznám[ýy]|neexistujúci|neexistující) (?:uživatel|používateľ|adresát|příjemce)|(?:uživatel|schránka|adresát|příjemce|používateľ) (?:neexistuje|nenalezen|nebyl nalezen)',
  'ismeretlen (?:felhasználó|címzett)|(?:felhasználó|címzett|postafiók) nem létezik',
  '(?:kullanıcı|alıcı|posta kutusu|adres)(?: adı)? (?:bulunamadı|mevcut değil|yok)',
  // Russian, Ukrainian
  '(?:пользовател|получател|адресат|(?:почтов\\S+ )?ящик|адрес|учетная запись)\\S{0,3}(?: \\S+)? (?:не (?:найден|существует|зарегистрирован)|неизвест|отключен|удален)',
  '(?:неизвестн\\S+|нет такого) (?:пользовател|получател|адрес|ящик)|такого (?:пользователя|адреса|ящика|получателя) нет',
  '(?:користувач|одержувач|скриньк)\\S{0,3} не (?:знайден|існує)',
  // Japanese, Chinese, Korean
  '(?:ユーザー?|宛先|受信者|アドレス|アカウント|メールボックス).{0,6}(?:存在しません|存在しない|見つかりません|不明)',
  '(?:用户|用戶|收件人|邮箱|郵箱|信箱|账号|帐户|地址)名?(?:不存在|未找到|无效|無效)|(?:找不到|没有|沒有|查无|查無|无|無)(?:此|該|该)?(?:用户|用戶|使用者|收件人|邮箱|郵箱)|使用者不存在',
  '(?:사용자|수신자|주소|계정).{0,6}(?:존재하지 않|없습니다|찾을 수 없)|(?:존재하지 않는|없는) (?:사용자|수신자|주소|계정)',
  // Romanian, Greek, Bulgarian, Croatian and Serbian
  '(?:utilizator|destinatar|adres[ăa]|cont)\\S* (?:necunoscut|inexistent|nu exist[ăa])',
  '(?:χρήστης|παραλήπτης|λογαριασμός|διεύθυνση)(?: \\S+)? (?:δεν (?:υπάρχει|βρέθηκε)|άγνωστ)|άγνωστος (?:χρήστης|παραλήπτης)',
  '(?:потребител|получател|адрес|пощенск)\\S* (?:\\S+ )?(?:не съществува|не е намерен)|непознат (?:потребител|получател)',
  '(?:korisnik|primatelj|primalac|adresa|račun) (?:ne postoji|nije pronađen|nepoznat)|nepoznat(?:i)? (?:korisnik|primatelj|primalac)',
  // Vietnamese, Indonesian and Malay, Thai, Hebrew, Arabic
  '(?:người dùng|người nhận|địa chỉ|tài khoản|hộp thư) không (?:tồn tại|tìm thấy)',
  '(?:pengguna|penerima|alamat|akun|akaun) tidak (?:ditemukan|dikenal|ada|wujud)',
  'ไม่พบ(?:ผู้ใช้|ผู้รับ|ที่อยู่|บัญชี)|ไม่มี(?:ผู้ใช้|ผู้รับ)นี้',
  '(?:המשתמש|הנמען|התיבה|הכתובת|משתמש|נמען) (?:אינו|אינה|לא) (?:קיים|קיימת|נמצא|נמצאה|מוכר)',
  '(?:المستخدم|المستلم|العنوان|الحساب) غير (?:موجود|معروف)|لا يوجد (?:مستخدم|حساب)',
]

/** The mailbox is full. */
export const busyInLanguages = [
  '(?:postfach|mailbox|konto) (?:ist )?überfüllt|kontingent .{0,20}überschritten',
  '\\bsaturée?\\b|quota (?:dépassé|superata|esaurita)|oltre (?:la )?quota|cuota (?:excedida|superada)|(?:excedid|superad)[oa] (?:de |la )*cuota',
  'cota excedida|(?:postvak|postbus|mailbox) (?:is |zit )?vol\\b|(?:brevlådan|postlåda|postkassen|postboksen|indbakken) är full|(?:postkassen|postboksen|indbakken) er (?:fuld|full)|postilaatikko on täynnä',
  '(?:skrzynka|schránka)\\S*(?: \\S+)? (?:jest )?(?:przepełniona|pełna|je plná|plná)|a postafiók megtelt|(?:kutusu|posta kutusu) dolu|cutia poștală este plină',
  'переполнен|переповнен|(?:邮箱|郵箱|信箱|空间|空間)(?:已)?(?:满|滿)|いっぱい|容量(?:を)?(?:超過|超え)|(?:사서함|메일함).{0,6}(?:가득|초과)',
]

/** Our sender, our server or our email. */
export const judgesUsInLanguages = [
  'nadawc|odes[ií]latel|feladó|gönderen|avsändare|afsender|avsender|lähettäj|отправител|відправник|送信者|送信元|发件人|發件人|寄件|발신자|αποστολέ|expeditor|podatel|изпращач|pošiljatelj|pošiljalac|người gửi|pengirim|ผู้ส่ง|השולח|المرسل',
  'спам|スパム|迷惑メール|垃圾|스팸|заблокир|блокирован|ч[её]рн\\S+ спис|репутаци|политик[аие]|ブロック|ポリシー|黑名单|黑名單|차단',
]

export const forNowInLanguages = [
  'tymczasow|dočasn|átmeneti|geçici|midlertidig|tillfällig|väliaikai|временн|позже|тимчасов|一時的|しばらく|暂时|暫時|稍后|稍後|일시',
]
