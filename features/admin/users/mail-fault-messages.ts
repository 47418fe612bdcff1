import { defineMessages } from '#contract/locale.ts'

/** Why an email did not arrive, in plain words. */
export const mailFaultMessages = defineMessages(
  {
    address: 'The address does not exist.',
    full: 'The mailbox is full.',
    spam: 'Refused as spam, or by a rule of the recipient’s mail server.',
    later: 'The recipient’s mail server asked us to try later.',
    server: 'Our mail server cannot be reached.',
    login: 'Our mail server refuses our login or sender.',
    other: 'The mail server refused it.',
    said: 'What the mail server said',
  },
  {
    ar: {
      address: 'العنوان غير موجود.',
      full: 'صندوق البريد ممتلئ.',
      spam: 'رُفضت بوصفها بريدًا مزعجًا أو بقاعدة في خادم بريد المستلم.',
      later: 'طلب خادم بريد المستلم المحاولة لاحقًا.',
      server: 'تعذّر الوصول إلى خادم البريد لدينا.',
      login: 'يرفض خادم البريد لدينا تسجيل دخولنا أو عنوان المُرسِل.',
      other: 'رفضها خادم البريد.',
      said: 'رد خادم البريد',
    },
    fr: {
      address: 'L’adresse n’existe pas.',
      full: 'La boîte de réception est pleine.',
      spam: 'Refusé comme spam, ou par une règle du serveur du destinataire.',
      later: 'Le serveur du destinataire demande de réessayer plus tard.',
      server: 'Notre serveur de messagerie est injoignable.',
      login: 'Notre serveur de messagerie refuse notre connexion ou notre expéditeur.',
      other: 'Le serveur de messagerie l’a refusé.',
      said: 'Réponse du serveur de messagerie',
    },
    es: {
      address: 'La dirección no existe.',
      full: 'El buzón está lleno.',
      spam: 'Rechazado como spam o por una regla del servidor del destinatario.',
      later: 'El servidor del destinatario pide que se intente más tarde.',
      server: 'No se puede conectar con nuestro servidor de correo.',
      login: 'Nuestro servidor de correo rechaza nuestro inicio de sesión o remitente.',
      other: 'El servidor de correo lo rechazó.',
      said: 'Respuesta del servidor de correo',
    },
    zh: {
      address: '该地址不存在。',
      full: '邮箱已满。',
      spam: '被当作垃圾邮件或因收件方服务器的规则而拒收。',
      later: '收件方服务器要求稍后重试。',
      server: '无法连接我们的邮件服务器。',
      login: '我们的邮件服务器拒绝了我们的登录或发件人。',
      other: '邮件服务器拒收了该邮件。',
      said: '邮件服务器的答复',
    },
  },
)
