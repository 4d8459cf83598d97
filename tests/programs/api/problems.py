"""What is wrong, as the API says it."""


def code_of(answer) -> str:
    assert answer["Content-Type"] == "application/problem+json", answer.content
    problem = answer.json()
    assert problem["status"] == answer.status_code
    return problem["code"]
