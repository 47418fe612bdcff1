import { defineMessages } from './locale.ts'

/** Texts of the frame around the content of every email. */
export const mailFrameMessages = defineMessages(
  {
    time: 'Time',
    browser: 'Browser',
    ipAddress: 'IP address',
    bySupport: '{brand} support sent you this email.',
    buttonHelp: 'Button not working? Copy this address into your browser:',
    why: 'You received this email because it concerns your access to {brand}.',
    neverAsks: '{brand} never asks for your password or a code by email or phone.',
  },
  {
    ar: {
      time: 'الوقت',
      browser: 'المتصفح',
      ipAddress: 'عنوان IP',
      bySupport: 'أرسل إليك فريق دعم {brand} هذه الرسالة.',
      buttonHelp: 'ألا يعمل الزر؟ انسخ هذا العنوان إلى متصفحك:',
      why: 'وصلتك هذه الرسالة لأنها تتعلق بوصولك إلى {brand}.',
      neverAsks: 'لن تطلب {brand} منك أبدًا كلمة مرورك أو رمزًا عبر البريد الإلكتروني أو الهاتف.',
    },
    fr: {
      time: 'Date et heure',
      browser: 'Navigateur',
      ipAddress: 'Adresse IP',
      bySupport: 'L’assistance {brand} vous a envoyé cet e-mail.',
      buttonHelp: 'Le bouton ne fonctionne pas ? Copiez cette adresse dans votre navigateur :',
      why: 'Vous recevez cet e-mail car il concerne votre accès à {brand}.',
      neverAsks:
        '{brand} ne vous demandera jamais votre mot de passe ni un code par e-mail ou par téléphone.',
    },
    es: {
      time: 'Fecha y hora',
      browser: 'Navegador',
      ipAddress: 'Dirección IP',
      bySupport: 'El equipo de soporte de {brand} le ha enviado este correo.',
      buttonHelp: '¿No funciona el botón? Copie esta dirección en su navegador:',
      why: 'Recibe este correo porque está relacionado con su acceso a {brand}.',
      neverAsks: '{brand} nunca le pedirá su contraseña ni un código por correo o por teléfono.',
    },
    zh: {
      time: '时间',
      browser: '浏览器',
      ipAddress: 'IP 地址',
      bySupport: '此邮件由 {brand} 支持团队发送。',
      buttonHelp: '按钮无法使用？请将以下地址复制到浏览器中打开：',
      why: '您收到此邮件，是因为其内容与您在 {brand} 的访问权限有关。',
      neverAsks: '{brand} 绝不会通过邮件或电话索要您的密码或验证码。',
    },
  },
)
