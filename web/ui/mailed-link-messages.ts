import { defineMessages } from '#contract/locale.ts'

/** Pages of mailed links lose the token at a reload, so none of their texts may advise one. */
export const mailedLinkMessages = defineMessages(
  {
    lostTitle: 'Open the link in your email again',
    lostText:
      'For your security, the link is kept only while its page is open. Reloading or leaving the page does not use the link up: open it in your email again.',
    invalidCsrfToken:
      'Your security token is no longer valid. Open the link in your email again. If that does not help, clear your browser’s cache and cookies, or contact support',
    humanCheckFailed:
      'The human check failed. Make sure that no browser extension or network blocks the check, and try again. If that does not help, open the link in your email again',
  },
  {
    ar: {
      lostTitle: 'افتح الرابط في بريدك الإلكتروني مرة أخرى',
      lostText:
        'حفاظًا على أمانك، لا يُحتفظ بالرابط إلا ما دامت صفحته مفتوحة. إعادة تحميل الصفحة أو مغادرتها لا تُفقد الرابط صلاحيته: افتحه في بريدك الإلكتروني مرة أخرى.',
      invalidCsrfToken:
        'لم يعد رمز الأمان صالحًا. افتح الرابط في بريدك الإلكتروني مرة أخرى، وإن لم يفد ذلك فامسح ذاكرة المتصفح وملفات تعريف الارتباط أو تواصل مع الدعم',
      humanCheckFailed:
        'فشل التحقق من أنك إنسان. تأكد من أن التحقق غير محجوب بإضافة أو شبكة، ثم حاول مرة أخرى. وإن لم يفد ذلك فافتح الرابط في بريدك الإلكتروني مرة أخرى',
    },
    fr: {
      lostTitle: 'Rouvrez le lien reçu par e-mail',
      lostText:
        'Par sécurité, le lien n’est conservé que tant que sa page est ouverte. Actualiser ou quitter la page ne l’invalide pas : rouvrez-le depuis votre e-mail.',
      invalidCsrfToken:
        'Votre jeton de sécurité n’est plus valable. Rouvrez le lien reçu par e-mail ; si cela ne suffit pas, videz le cache et les cookies du navigateur ou contactez l’assistance',
      humanCheckFailed:
        'La vérification anti-robot a échoué. Assurez-vous qu’aucune extension ni aucun réseau ne la bloque, puis réessayez ; si cela ne suffit pas, rouvrez le lien reçu par e-mail',
    },
    es: {
      lostTitle: 'Abra de nuevo el enlace de su correo',
      lostText:
        'Por su seguridad, el enlace solo se conserva mientras su página está abierta. Actualizar o abandonar la página no lo invalida: ábralo de nuevo desde su correo.',
      invalidCsrfToken:
        'Su token de seguridad ya no es válido. Abra de nuevo el enlace de su correo; si no basta, borre la caché y las cookies del navegador o contacte con soporte',
      humanCheckFailed:
        'La verificación humana ha fallado. Compruebe que ninguna extensión ni red la bloquea e inténtelo de nuevo; si no basta, abra de nuevo el enlace de su correo',
    },
    zh: {
      lostTitle: '请重新打开邮件中的链接',
      lostText:
        '为了您的安全，链接仅在其页面打开期间保留。刷新或离开页面不会使链接失效：请从邮件中重新打开。',
      invalidCsrfToken:
        '安全令牌已失效。请重新打开邮件中的链接；如仍无效，请清除浏览器缓存和 Cookie，或联系客服支持',
      humanCheckFailed:
        '人机验证未通过。请确认验证未被扩展程序或网络拦截，然后重试；如仍无效，请重新打开邮件中的链接',
    },
  },
)
